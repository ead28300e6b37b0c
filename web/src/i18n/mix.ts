import { mix } from './spec/mix';
import { addTexts } from './t';

/** `t` with the texts of the page of a DJ mix. They load with it. */
addTexts(mix, () => import('./es/mix').then((m) => m.mix));

export * from './t';
