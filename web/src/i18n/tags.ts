import { tags } from './spec/tags';
import { addTexts } from './t';

/** `t` with the texts of the tags of songs. They load with their pages. */
addTexts(tags);

export * from './t';
