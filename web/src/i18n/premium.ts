import { premium } from './spec/premium';
import { addTexts } from './t';

/** `t` with the texts of a person's plan. They load with its page. */
addTexts(premium, () => import('./es/premium').then((m) => m.premium));

export * from './t';
