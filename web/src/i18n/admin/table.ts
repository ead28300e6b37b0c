import { table } from '../spec/admin/table';
import { addTexts } from '../t';

/** `t` with the texts of the tables in the admin area. They load with their pages. */
addTexts(table, () => import('../es/admin/table').then((m) => m.table));

export * from '../t';
