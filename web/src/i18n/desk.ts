import { desk } from './spec/desk';
import { addTexts } from './t';

/** `t` with the texts of the DJ desk. They load with it. */
addTexts(desk, () => import('./es/desk').then((m) => m.desk));

export * from './t';
