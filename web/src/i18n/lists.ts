import { lists } from './spec/lists';
import { addTexts } from './t';

/** `t` with the texts of the library, albums, artists and the search. They load with their pages. */
addTexts(lists);

export * from './t';
