import { players } from './spec/players';
import { addTexts } from './t';

/** `t` for one's other devices: the texts come with their dialog. */
addTexts(players);

export * from './t';
