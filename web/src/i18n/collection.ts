import { collection } from './spec/collection';
import { addTexts } from './t';

/** `t` with the texts for bringing collections of other DJ programs to the desk and back. They load with their dialogs. */
addTexts(collection, () => import('./es/collection').then((m) => m.collection));

export * from './t';
