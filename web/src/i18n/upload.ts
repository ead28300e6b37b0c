import { upload } from './spec/upload';
import { addTexts } from './t';

/** `t` for uploading and for what is said about songs: their texts come with those screens, not with every page. */
addTexts(upload);

export * from './t';
