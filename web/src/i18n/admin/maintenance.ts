import { maintenance } from '../spec/admin/maintenance';
import { addTexts } from '../t';

/** `t` with the texts about the maintenance of the server. They load with what shows them. */
addTexts(maintenance, () => import('../es/admin/maintenance').then((m) => m.maintenance));

export * from '../t';
