import type { webhooks } from './account/webhooks';
import type { admin } from './admin';
import type { alerts } from './admin/alerts';
import type { files } from './admin/files';
import type { maintenance } from './admin/maintenance';
import type { mixTable } from './admin/mixes';
import type { adminMusic } from './admin/music';
import type { peopleTable } from './admin/people';
import type { adminPremium } from './admin/premium';
import type { adminSettings } from './admin/settings';
import type { table } from './admin/table';
import type { ai } from './ai';
import type { aiReview } from './ai-review';
import type { analysis } from './analysis';
import { app } from './app';
import type { auth } from './auth';
import type { automix } from './automix';
import type { broadcast } from './broadcast';
import type { browse } from './browse';
import type { collection } from './collection';
import type { commands } from './commands';
import type { create } from './create';
import type { desk } from './desk';
import type { diagnostics } from './diagnostics';
import type { downloads } from './downloads';
import type { history } from './history';
import type { landing } from './landing';
import { library } from './library';
import type { lists } from './lists';
import type { mix } from './mix';
import type { mixes } from './mixes';
import type { notifications } from './notifications';
import type { nowPlaying } from './now-playing';
import type { onAir } from './on-air';
import type { operator } from './operator';
import { player } from './player';
import type { players } from './players';
import type { playlists } from './playlists';
import type { podcasts } from './podcasts';
import type { premium } from './premium';
import type { radio } from './radio';
import type { rating } from './rating';
import type { search } from './search';
import type { settings } from './settings';
import type { share } from './share';
import type { sound } from './sound';
import type { tags } from './tags';
import type { upload } from './upload';

/**
 * The default catalogue: the specification's strings, verbatim. One file per area. Texts of some pages load with those pages,
 * through `addTexts`.
 */
export const spec = { ...app, ...library, ...player } as const;

export type Texts = typeof spec &
  typeof ai &
  typeof aiReview &
  typeof alerts &
  typeof analysis &
  typeof auth &
  typeof broadcast &
  typeof browse &
  typeof radio &
  typeof rating &
  typeof create &
  typeof admin &
  typeof adminMusic &
  typeof adminPremium &
  typeof adminSettings &
  typeof files &
  typeof maintenance &
  typeof players &
  typeof desk &
  typeof downloads &
  typeof history &
  typeof landing &
  typeof lists &
  typeof automix &
  typeof mix &
  typeof mixes &
  typeof mixTable &
  typeof peopleTable &
  typeof playlists &
  typeof podcasts &
  typeof premium &
  typeof webhooks &
  typeof nowPlaying &
  typeof onAir &
  typeof diagnostics &
  typeof operator &
  typeof collection &
  typeof commands &
  typeof search &
  typeof settings &
  typeof share &
  typeof sound &
  typeof table &
  typeof tags &
  typeof notifications &
  typeof upload;
export type Key = keyof Texts;
export type Catalog = Record<Key, string>;
