import { browse } from './spec/browse';
import { lists } from './spec/lists';
import { addTexts } from './t';

/** `t` with the texts of long lists, selections, ratings and dropped files. They load with their pages. */
addTexts(lists);
addTexts(browse);

export * from './t';
