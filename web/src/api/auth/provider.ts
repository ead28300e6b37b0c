import { text } from '@/lib/browser/webauthn';
import { BACKEND, STORAGE } from '@/lib/constants';
import { storage } from '@/lib/storage';
import { request } from '../client';
import type { ProviderGrant } from '../types';

/** Signing in, or connecting an account, with an identity provider: a redirect there, and back with a code. */
export type Intent = 'signIn' | 'link';

const INTENT = 'sonora_provider_intent';

/** The provider's redirect address: the server, which redirects to the app. */
export const callbackOf = (provider: string) => `${BACKEND || location.origin}/api/auth/${provider}/callback/`;

/** Redirects to the provider's page; connecting an account asks for the account's password. The returned state proves that the return belongs to this browser. */
export async function startProvider(provider: string, intent: Intent = 'signIn', password?: string): Promise<void> {
  if (intent === 'link') await freshen();
  const state = text(crypto.getRandomValues(new Uint8Array(32)));
  const { url } = await request(`/api/auth/${provider}/start`, {
    method: 'POST',
    body: { state, redirect_uri: callbackOf(provider), password },
    auth: 'credentials',
  });
  storage.set(STORAGE.oauthState, state);
  remember(intent);
  location.assign(url);
}

/** Exchanges the provider's code for a session, or for the connection with the signed-in account. */
export async function finishProvider(provider: string, code: string, intent: Intent): Promise<ProviderGrant> {
  if (intent === 'link') await freshen();
  return request(`/api/auth/${provider}/login/`, {
    method: 'POST',
    body: { code, redirect_uri: callbackOf(provider) },
    auth: 'credentials',
  });
}

/** Sign-in calls also answer visitors and would ignore an expired token, so refresh it first. */
const freshen = () => request('/api/auth/user');

/** The state of the current attempt. It can be used once. */
export function takeState(): string | null {
  const state = storage.get(STORAGE.oauthState);
  storage.remove(STORAGE.oauthState);
  return state;
}

function remember(intent: Intent) {
  try {
    sessionStorage.setItem(INTENT, intent);
  } catch (error) {
    console.warn('The way back is not remembered', error);
  }
}

/** The purpose of the attempt. It can be used once. */
export function takeIntent(): Intent {
  try {
    const intent = sessionStorage.getItem(INTENT);
    sessionStorage.removeItem(INTENT);
    return intent === 'link' ? 'link' : 'signIn';
  } catch {
    return 'signIn';
  }
}
