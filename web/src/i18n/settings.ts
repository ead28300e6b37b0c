import { settings } from './spec/settings';
import { addTexts } from './t';

/** `t` with the texts of the profile, the settings and the people in the admin area. They load with their pages. */
addTexts(settings);

export * from './t';
