import { players } from './spec/players';
import { addTexts } from './t';

/** `t` with the texts of the person’s other devices. They load with their pages. */
addTexts(players);

export * from './t';
