import { files } from '../spec/admin/files';
import { addTexts } from '../t';

/** `t` with the texts of broken and missing files. They load with their pages. */
addTexts(files, () => import('../es/admin/files').then((m) => m.files));

export * from '../t';
