import { type Catalog, spec } from './spec';
import type { SpanishKey } from './spec/spanish';

const translated: Record<SpanishKey, string> = {
  'ai.tab.create': 'Create',
  'ai.tab.recent': 'Recent',
  'ai.tab.featured': 'Featured',
  'mixes.tab.explore': 'Explore',
  'mixes.tab.create': 'Create Mix',
  'mixes.tab.recent': 'Recent',
  'mixes.tab.featured': 'Featured',
  'admin.restricted.title': 'Restricted access',
  'admin.restricted.text': 'You need to sign in to open the admin panel.',
  'admin.restricted.noPermission': 'Your account may not open the admin panel.',
  'admin.restricted.signIn': 'Sign in',
  'admin.restricted.register': 'Create account',
  'admin.restricted.home': 'Back to Home',
  'callback.failed': 'Authentication error',
  'callback.failedText': 'Sign-in was cancelled or failed.',
  'callback.unsafe': 'Security error',
  'callback.unsafeText': 'The answer does not belong to this window.',
  'callback.noCode': 'No code was received.',
  'callback.incomplete': 'Sign-in with Google could not be completed',
};

/** Everything in English: the specification's strings, with its Spanish ones translated. */
export const en: Catalog = { ...spec, ...translated };
