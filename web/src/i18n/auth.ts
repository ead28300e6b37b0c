import { auth } from './spec/auth';
import { addTexts } from './t';

/** `t` for the screens around signing in and for the diagnostics: their texts come with them, not with every page. */
addTexts(auth);

export * from './t';
