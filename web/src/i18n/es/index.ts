import type { Catalog } from '../spec';
import { analysis } from './analysis';
import { app } from './app';
import { auth } from './auth';
import { later } from './later';
import { library } from './library';
import { player } from './player';
import { settings } from './settings';
import { tags } from './tags';
import { upload } from './upload';

/** Everything in Spanish. */
export const es: Catalog = { ...analysis, ...app, ...auth, ...later, ...library, ...player, ...settings, ...tags, ...upload };
