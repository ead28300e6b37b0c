import { tags } from './spec/tags';
import { addTexts } from './t';

/** `t` for the tags of songs: their texts come with their dialog, not with every page. */
addTexts(tags);

export * from './t';
