import { adminMusic } from '../spec/admin/music';
import { addTexts } from '../t';

/** `t` with the texts of the page about the music. They load with it. */
addTexts(adminMusic, () => import('../es/admin/music').then((m) => m.adminMusic));

export * from '../t';
