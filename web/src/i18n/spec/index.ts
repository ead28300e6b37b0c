import { app } from './app';
import type { auth } from './auth';
import { library } from './library';
import { player } from './player';
import type { settings } from './settings';

/**
 * The default catalogue: the specification's strings, verbatim. One file per area. Texts that only some screens need come with those
 * screens, by `addTexts`.
 */
export const spec = { ...app, ...library, ...player } as const;

export type Texts = typeof spec & typeof auth & typeof settings;
export type Key = keyof Texts;
export type Catalog = Record<Key, string>;
