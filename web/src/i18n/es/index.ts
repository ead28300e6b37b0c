import type { Catalog } from '../spec';
import { analysis } from './analysis';
import { app } from './app';
import { auth } from './auth';
import { library } from './library';
import { player } from './player';
import { settings } from './settings';
import { upload } from './upload';

/** Everything in Spanish. */
export const es: Catalog = { ...analysis, ...app, ...auth, ...library, ...player, ...settings, ...upload };
