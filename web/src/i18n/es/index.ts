import type { Catalog } from '../spec';
import { app } from './app';
import { library } from './library';
import { player } from './player';

/** Everything in Spanish. */
export const es: Catalog = { ...app, ...library, ...player };
