import { history } from './spec/history';
import { addTexts } from './t';

/** `t` for what was heard and what is new: these texts come with their screens, not with every page. */
addTexts(history);

export * from './t';
