import { sound } from './spec/sound';
import { addTexts } from './t';

/** `t` with the texts of quality, loudness, equaliser, speed and sleep timer. They load with their pages. */
addTexts(sound);

export * from './t';
