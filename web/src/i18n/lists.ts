import { lists } from './spec/lists';
import { addTexts } from './t';

/** `t` for the pages of the library, of albums and artists, and the search: their texts come with them, not with every page. */
addTexts(lists);

export * from './t';
