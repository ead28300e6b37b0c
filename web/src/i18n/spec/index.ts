import type { admin } from './admin';
import type { analysis } from './analysis';
import { app } from './app';
import type { auth } from './auth';
import type { landing } from './landing';
import type { later } from './later';
import { library } from './library';
import type { lists } from './lists';
import { player } from './player';
import type { settings } from './settings';
import type { tags } from './tags';
import type { upload } from './upload';

/**
 * The default catalogue: the specification's strings, verbatim. One file per area. Texts that only some screens need come with those
 * screens, by `addTexts`.
 */
export const spec = { ...app, ...library, ...player } as const;

export type Texts = typeof spec &
  typeof analysis &
  typeof auth &
  typeof admin &
  typeof landing &
  typeof lists &
  typeof later &
  typeof settings &
  typeof tags &
  typeof upload;
export type Key = keyof Texts;
export type Catalog = Record<Key, string>;
