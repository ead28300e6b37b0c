import { automix } from './spec/automix';
import { addTexts } from './t';

/** `t` with the texts of the automix. They load with its pages. */
addTexts(automix, () => import('./es/automix').then((m) => m.automix));

export * from './t';
