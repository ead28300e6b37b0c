import { updates } from './spec/updates';
import { addTexts } from './t';

/** `t` with the texts of updates and following. They load with their pages. */
addTexts(updates);

export * from './t';
