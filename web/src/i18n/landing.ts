import { landing } from './spec/landing';
import { addTexts } from './t';

/** `t` with the texts of the landing page. They load with their pages. */
addTexts(landing);

export * from './t';
