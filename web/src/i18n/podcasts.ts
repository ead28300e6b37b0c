import { podcasts } from './spec/podcasts';
import { addTexts } from './t';

/** `t` for podcasts: their texts come with those screens, not with every page. */
addTexts(podcasts);

export * from './t';
