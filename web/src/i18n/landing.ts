import { landing } from './spec/landing';
import { addTexts } from './t';

/** `t` for the landing page: their texts come with them, not with every page. */
addTexts(landing);

export * from './t';
