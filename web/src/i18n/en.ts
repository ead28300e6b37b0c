import { type Catalog, spec } from './spec';
import { admin } from './spec/admin';
import { analysis } from './spec/analysis';
import { auth } from './spec/auth';
import { broadcast } from './spec/broadcast';
import { browse } from './spec/browse';
import { commands } from './spec/commands';
import { create } from './spec/create';
import { desk } from './spec/desk';
import { downloads } from './spec/downloads';
import { history } from './spec/history';
import { landing } from './spec/landing';
import { later } from './spec/later';
import { lists } from './spec/lists';
import { mixes } from './spec/mixes';
import { notifications } from './spec/notifications';
import { nowPlaying } from './spec/now-playing';
import { onAir } from './spec/on-air';
import { players } from './spec/players';
import { playlists } from './spec/playlists';
import { podcasts } from './spec/podcasts';
import { radio } from './spec/radio';
import { rating } from './spec/rating';
import { search } from './spec/search';
import { settings } from './spec/settings';
import { share } from './spec/share';
import { sound } from './spec/sound';
import type { SpanishKey } from './spec/spanish';
import { tags } from './spec/tags';
import { upload } from './spec/upload';

const translated: Record<SpanishKey, string> = {
  'ai.tab.create': 'Create',
  'ai.tab.recent': 'Recent',
  'ai.tab.featured': 'Featured',
  'mixes.tab.explore': 'Explore',
  'mixes.tab.create': 'Create Mix',
  'mixes.tab.recent': 'Recent',
  'mixes.tab.featured': 'Featured',
  'desk.ai.generate': 'Generate mix',
  'mixes.sort.likes': 'Most popular',
  'mixes.sort.newest': 'Newest',
  'mixes.sort.duration': 'Longest',
  'admin.restricted.title': 'Restricted access',
  'admin.restricted.text': 'You need to sign in to open the admin panel.',
  'admin.restricted.noPermission': 'Your account cannot open the admin panel.',
  'admin.restricted.signIn': 'Sign in',
  'admin.restricted.register': 'Create account',
  'admin.restricted.home': 'Back to Home',
  'callback.failed': 'Authentication error',
  'callback.failedText': 'Sign-in was cancelled or failed. Try again.',
  'callback.unsafe': 'Security error',
  'callback.unsafeText': 'The response does not match this window. Sign in again.',
  'callback.noCode': 'No code was received. Sign in again.',
  'provider.welcome': 'Welcome',
  'provider.welcomeText': 'Good to see you, {name}.',
  'provider.incomplete': 'Could not complete the sign-in with {label}',
  'legacy.noTracks': 'No tracks found in any endpoint',
  'legacy.noRadios': 'No radios found in any endpoint',
  'legacy.noMixes': 'No mixes found in any endpoint',
  'legacy.noPlaylists': 'No playlists found in any endpoint',
  'legacy.noLogin': 'Could not log in on any endpoint',
};

/** Everything in English: the specification's strings, with its Spanish ones translated. */
export const en: Catalog = {
  ...spec,
  ...analysis,
  ...auth,
  ...broadcast,
  ...browse,
  ...radio,
  ...rating,
  ...create,
  ...admin,
  ...players,
  ...desk,
  ...downloads,
  ...history,
  ...landing,
  ...lists,
  ...mixes,
  ...later,
  ...playlists,
  ...podcasts,
  ...nowPlaying,
  ...onAir,
  ...commands,
  ...search,
  ...settings,
  ...share,
  ...sound,
  ...tags,
  ...notifications,
  ...upload,
  ...translated,
};
