import './settings';
import { broadcast } from './spec/broadcast';
import { addTexts } from './t';

/** `t` for what the owner of a station decides: its texts come with those screens, not with every page. */
addTexts(broadcast);

export * from './t';
