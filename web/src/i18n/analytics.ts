import './admin';
import { analytics } from './spec/analytics';
import { addTexts } from './t';

/** `t` with the texts of the operator's figures. They load with their page. */
addTexts(analytics, () => import('./es/analytics').then((m) => m.analytics));

export * from './t';
