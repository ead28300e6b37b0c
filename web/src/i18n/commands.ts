import { commands } from './spec/commands';
import { addTexts } from './t';

/** `t` with the texts of the command palette and the keyboard shortcuts. They load with their pages. */
addTexts(commands);

export * from './t';
