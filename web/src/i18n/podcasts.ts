import { podcasts } from './spec/podcasts';
import { addTexts } from './t';

/** `t` with the texts of podcasts. They load with their pages. */
addTexts(podcasts);

export * from './t';
