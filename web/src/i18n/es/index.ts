import type { Catalog } from '../spec';
import { admin } from './admin';
import { analysis } from './analysis';
import { app } from './app';
import { auth } from './auth';
import { landing } from './landing';
import { later } from './later';
import { library } from './library';
import { lists } from './lists';
import { player } from './player';
import { settings } from './settings';
import { tags } from './tags';
import { upload } from './upload';

/** Everything in Spanish. */
export const es: Catalog = {
  ...analysis,
  ...app,
  ...admin,
  ...landing,
  ...auth,
  ...later,
  ...library,
  ...lists,
  ...player,
  ...settings,
  ...tags,
  ...upload,
};
