import { radio } from './spec/radio';
import { addTexts } from './t';

/** `t` for stations: their screens, their cards and the player while one is on. The texts come with those, not with every page. */
addTexts(radio);

export * from './t';
