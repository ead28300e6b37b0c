import './settings';
import { broadcast } from './spec/broadcast';
import { addTexts } from './t';

/** `t` with the texts of the management of a station. They load with their pages. */
addTexts(broadcast);

export * from './t';
