import { radio } from './spec/radio';
import { addTexts } from './t';

/** `t` with the texts of stations: their pages, their cards and the player. They load with their pages. */
addTexts(radio);

export * from './t';
