import type { Catalog } from '../spec';
import { admin } from './admin';
import { analysis } from './analysis';
import { app } from './app';
import { auth } from './auth';
import { broadcast } from './broadcast';
import { browse } from './browse';
import { commands } from './commands';
import { create } from './create';
import { downloads } from './downloads';
import { history } from './history';
import { landing } from './landing';
import { library } from './library';
import { lists } from './lists';
import { mixes } from './mixes';
import { notifications } from './notifications';
import { nowPlaying } from './now-playing';
import { onAir } from './on-air';
import { player } from './player';
import { players } from './players';
import { playlists } from './playlists';
import { podcasts } from './podcasts';
import { radio } from './radio';
import { rating } from './rating';
import { search } from './search';
import { settings } from './settings';
import { share } from './share';
import { sound } from './sound';
import { tags } from './tags';
import { upload } from './upload';

/** Everything in Spanish, except for the areas that load their Spanish themselves (see addTexts). */
export const es: Partial<Catalog> = {
  ...analysis,
  ...app,
  ...admin,
  ...players,
  ...downloads,
  ...history,
  ...landing,
  ...auth,
  ...broadcast,
  ...browse,
  ...radio,
  ...rating,
  ...create,
  ...library,
  ...lists,
  ...mixes,
  ...nowPlaying,
  ...onAir,
  ...player,
  ...playlists,
  ...podcasts,
  ...commands,
  ...search,
  ...settings,
  ...share,
  ...sound,
  ...tags,
  ...notifications,
  ...upload,
};
