import { mixTable } from '../spec/admin/mixes';
import { addTexts } from '../t';

/** `t` with the texts of the operator's mixes. They load with their page. */
addTexts(mixTable, () => import('../es/admin/mixes').then((m) => m.mixTable));

export * from '../t';
