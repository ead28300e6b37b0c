import { ai } from './spec/ai';
import { addTexts } from './t';

/** `t` with the texts of AI music. They load with its pages. */
addTexts(ai, () => import('./es/ai').then((m) => m.ai));

export * from './t';
