import { downloads } from './spec/downloads';
import { addTexts } from './t';

/** `t` with the texts of downloads. They load with their pages. */
addTexts(downloads);

export * from './t';
