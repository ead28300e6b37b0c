import { analysis } from './spec/analysis';
import { addTexts } from './t';

/** `t` with the texts of the sound of songs, similar music and tags. They load with their pages. */
addTexts(analysis);

export * from './t';
