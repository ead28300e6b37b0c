import type { Catalog } from '../spec';
import { app } from './app';
import { auth } from './auth';
import { library } from './library';
import { player } from './player';
import { settings } from './settings';

/** Everything in Spanish. */
export const es: Catalog = { ...app, ...auth, ...library, ...player, ...settings };
