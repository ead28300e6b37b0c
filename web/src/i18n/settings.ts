import { settings } from './spec/settings';
import { addTexts } from './t';

/** `t` for the profile, the settings and the people of the admin area: their texts come with them, not with every page. */
addTexts(settings);

export * from './t';
