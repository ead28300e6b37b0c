import { lists } from './spec/lists';
import { search } from './spec/search';
import { addTexts } from './t';

/** `t` for the search page and the cards of what it finds: their texts come with them, not with every page. */
addTexts(lists);
addTexts(search);

export * from './t';
