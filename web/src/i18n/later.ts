import { later } from './spec/later';
import { addTexts } from './t';

/** `t` for the screens that are not part of this version: their texts come with them, not with every page. */
addTexts(later);

export * from './t';
