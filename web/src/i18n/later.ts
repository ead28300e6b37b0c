import { later } from './spec/later';
import { addTexts } from './t';

/** `t` with the texts of pages that are not part of this version. They load with their pages. */
addTexts(later);

export * from './t';
