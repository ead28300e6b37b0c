import { operator } from './spec/operator';
import { addTexts } from './t';

/** `t` with the texts of the admin area's frame, dashboard, analytics and status page. They load with the area. */
addTexts(operator, () => import('./es/operator').then((m) => m.operator));

export * from './t';
