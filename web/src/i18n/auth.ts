import { auth } from './spec/auth';
import { addTexts } from './t';

/** `t` with the texts of sign-in pages, links in emails and the developer panels. They load with their pages. */
addTexts(auth);

export * from './t';
