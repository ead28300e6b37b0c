import { share } from './spec/share';
import { addTexts } from './t';

/** `t` for links to people without an account: their texts come with those screens, not with every page. */
addTexts(share);

export * from './t';
