import { diagnostics } from './spec/diagnostics';
import { addTexts } from './t';

/** `t` with the texts of the page that shows what is wrong with the server. They load with it. */
addTexts(diagnostics, () => import('./es/diagnostics').then((m) => m.diagnostics));

export * from './t';
