import { app } from './app';
import { library } from './library';
import { player } from './player';

/** The default catalogue: the specification's strings, verbatim. One file per area. */
export const spec = { ...app, ...library, ...player } as const;

export type Key = keyof typeof spec;
export type Catalog = Record<Key, string>;
