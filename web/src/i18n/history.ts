import { history } from './spec/history';
import { addTexts } from './t';

/** `t` with the texts of the history, statistics, new items and the shelves of the home page. They load with their pages. */
addTexts(history);

export * from './t';
