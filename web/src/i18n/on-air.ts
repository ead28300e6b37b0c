import { onAir } from './spec/on-air';
import { addTexts } from './t';

/** `t` with the texts of going on air from the browser. They load with their pages. */
addTexts(onAir);

export * from './t';
