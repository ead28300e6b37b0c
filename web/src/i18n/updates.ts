import { updates } from './spec/updates';
import { addTexts } from './t';

/** `t` for updates and for following: their texts come with those screens, not with every page. */
addTexts(updates);

export * from './t';
