import { alerts } from '../spec/admin/alerts';
import { addTexts } from '../t';

/** `t` with the texts of the page that lists what operators are told. They load with it. */
addTexts(alerts, () => import('../es/admin/alerts').then((m) => m.alerts));

export * from '../t';
