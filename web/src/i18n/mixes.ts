import { mixes } from './spec/mixes';
import { addTexts } from './t';

/** `t` with the texts of DJ mixes. They load with their pages. */
addTexts(mixes);

export * from './t';
