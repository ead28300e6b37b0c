import { upload } from './spec/upload';
import { addTexts } from './t';

/** `t` with the texts of uploads. They load with their pages. */
addTexts(upload);

export * from './t';
