import { type Catalog, spec } from './spec';
import type { SpanishKey } from './spec/spanish';

const translated: Record<SpanishKey, string> = {
  'ai.tab.create': 'Create',
  'ai.tab.recent': 'Recent',
  'ai.tab.featured': 'Featured',
  'ai.first': 'Create the first song',
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

/** English: what the specification words in Spanish is translated; everything else is English there. */
export const en: Partial<Catalog> = { ...spec, ...translated };
