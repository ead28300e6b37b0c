import { sound } from './spec/sound';
import { addTexts } from './t';

/** `t` for the treatment of sound: its texts come with it, not with every page. */
addTexts(sound);

export * from './t';
