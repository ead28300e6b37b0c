import { share } from './spec/share';
import { addTexts } from './t';

/** `t` with the texts of links for people without an account. They load with their pages. */
addTexts(share);

export * from './t';
