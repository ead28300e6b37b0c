import { create } from './spec/create';
import { addTexts } from './t';

/** `t` for the page where things are made: its texts come with it, not with every page. */
addTexts(create);

export * from './t';
