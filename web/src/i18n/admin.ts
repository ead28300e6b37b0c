import { admin } from './spec/admin';
import { addTexts } from './t';

/** `t` with the texts of the admin area. They load with their pages. */
addTexts(admin);

export * from './t';
