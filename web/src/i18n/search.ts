import { lists } from './spec/lists';
import { mixes } from './spec/mixes';
import { search } from './spec/search';
import { addTexts } from './t';

/** `t` with the texts of the search page, in addition to lists.ts, and the cards of its results. They load with their pages. */
addTexts(lists);
addTexts(search);
addTexts(mixes);

export * from './t';
