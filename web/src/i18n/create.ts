import { create } from './spec/create';
import { addTexts } from './t';

/** `t` with the texts of the Create page. They load with their pages. */
addTexts(create);

export * from './t';
