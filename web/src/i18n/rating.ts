import { rating } from './spec/rating';
import { addTexts } from './t';

/** `t` with the texts of ratings. They load with their pages. */
addTexts(rating);

export * from './t';
