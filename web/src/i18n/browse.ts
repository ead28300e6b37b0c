import { browse } from './spec/browse';
import { lists } from './spec/lists';
import { addTexts } from './t';

/** `t` for long lists and their sections: their texts come with those screens, not with every page. */
addTexts(lists);
addTexts(browse);

export * from './t';
