import { adminSettings } from './spec/admin/settings';
import { addTexts } from './t';

/** `t` with the texts of the operator's settings. They load with their page. */
addTexts(adminSettings, () => import('./es/admin/settings').then((m) => m.adminSettings));

export * from './t';
