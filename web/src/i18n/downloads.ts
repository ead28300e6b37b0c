import { downloads } from './spec/downloads';
import { addTexts } from './t';

/** `t` for what is kept in the browser: its texts come with those screens, not with every page. */
addTexts(downloads);

export * from './t';
