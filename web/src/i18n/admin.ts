import { admin } from './spec/admin';
import { addTexts } from './t';

/** `t` for the operator's area: their texts come with them, not with every page. */
addTexts(admin);

export * from './t';
