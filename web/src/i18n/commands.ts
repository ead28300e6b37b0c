import { commands } from './spec/commands';
import { addTexts } from './t';

/** `t` for the command palette and the list of shortcuts: their texts come with them, not with every page. */
addTexts(commands);

export * from './t';
