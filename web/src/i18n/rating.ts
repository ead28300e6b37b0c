import { rating } from './spec/rating';
import { addTexts } from './t';

/** `t` for the stars of songs: their texts come with those, not with every page. */
addTexts(rating);

export * from './t';
