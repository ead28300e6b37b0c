import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { t } from '@/i18n/t';
import { STORAGE } from '@/lib/constants';
import { ANSWER_CACHE } from '@/lib/offline-keys';
import { storage } from '@/lib/storage';
import { request, setExpiredHandler } from '../client';
import { ApiError } from '../error';
import type { Grant, User } from '../types';
import { lapse } from './lapse';
import { claims, tokens } from './tokens';

export type Credentials = { email: string; password: string };
export type Registration = {
  email: string;
  password1: string;
  password2: string;
  first_name: string;
  last_name: string;
  /** The secret of an invitation link. */
  invitation?: string;
};

/** The signed-in person, or null. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    if (tokens.left() && !tokens.exist() && !lapse.is()) return finishLeaving();
    try {
      return remembered(await request('/api/auth/user', { signal }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && !lapse.is()) return null;
      throw error;
    }
  },
});

/** Stores who is signed in, for a start without a network. */
function remembered(user: User): User {
  storage.set(STORAGE.me, JSON.stringify(user));
  return user;
}

/** The last signed-in person, if the tokens belong to them. */
function lastSeen(id: string): User | null {
  try {
    const user = JSON.parse(storage.get(STORAGE.me) ?? 'null') as User | null;
    return user?.id === id ? user : null;
  } catch {
    return null;
  }
}

/** Reports a sign-out that the server has not received yet. Until then the person counts as signed out in this browser. */
async function finishLeaving(): Promise<null> {
  await endSession().then(tokens.clear, () => {});
  return null;
}

const endSession = () => request('/api/auth/logout/', { method: 'POST', body: { refresh: tokens.refresh() ?? '' }, auth: 'credentials' });

export type Session =
  | { status: 'loading' | 'anonymous'; user: null }
  /** `complete` is false while only the access token's claims are known: no role and no picture yet. */
  | { status: 'signedIn'; user: User; complete: boolean };

/** The current session. With stored tokens a person is signed in immediately; otherwise the server decides by its cookie. */
export function useSession(): Session {
  const { data, isPending } = useQuery(userQuery);
  const hasTokens = useSyncExternalStore(subscribeToTokens, tokens.exist);
  if (data) return { status: 'signedIn', user: data, complete: true };
  if (hasTokens && data === undefined) {
    const known = userFromClaims();
    if (known) return { status: 'signedIn', user: known, complete: false };
  }
  return { status: isPending ? 'loading' : 'anonymous', user: null };
}

const subscribeToTokens = (listener: () => void) => {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

let claimed: { token: string | null; user: User | null } = { token: null, user: null };

function userFromClaims(): User | null {
  const token = tokens.access();
  if (claimed.token !== token) claimed = { token, user: fromClaims() };
  return claimed.user;
}

function fromClaims(): User | null {
  const c = claims();
  if (!c) return null;
  const known = lastSeen(c.sub);
  if (known) return known;
  return {
    id: c.sub,
    email: c.email,
    firstName: c.firstName,
    lastName: '',
    bio: '',
    location: '',
    website: '',
    phoneNumber: '',
    dateOfBirth: null,
    isPrivate: false,
    emailNotifications: true,
    pushNotifications: true,
    profileImageUrl: null,
    authProvider: null,
    createdAt: '',
    role: 'listener',
    isVerified: true,
    pendingEmail: null,
    language: '',
    deleteAt: null,
    factorDueAt: null,
  };
}

/** Whether the session has ended, and only the page that is open goes on. */
export const useHasLapsed = (): boolean => useSyncExternalStore(lapse.subscribe, lapse.is);

/** Keeps a page open, with everything it does, if the session ends meanwhile. */
export const useHeldSession = (): void => useEffect(lapse.hold, []);

/** Whether a person is signed in who may add music and run stations. */
export function useIsCreator(): boolean {
  const role = useSession().user?.role;
  return role !== undefined && role !== 'listener';
}

/** First and last name, otherwise the email address. */
export const displayName = (user: Pick<User, 'firstName' | 'lastName' | 'email'>) =>
  `${user.firstName} ${user.lastName}`.trim() || user.email;

/** Checks email and password; `enter` turns the response into the session. */
export const login = (credentials: Credentials) => request('/api/auth/login/', { method: 'POST', body: credentials, auth: 'credentials' });

/** Starts the session after any kind of sign-in and removes all data of an earlier session. */
export function enter(client: QueryClient, grant: Grant): void {
  if (!grant.access || !grant.user) throw new Error(t('ui.loadFailed'));
  tokens.store(grant);
  forget(client);
  client.setQueryData(userQuery.queryKey, remembered(grant.user));
}

/** Registers. If the server returns tokens, they are stored; normally the person signs in next. */
export async function register(client: QueryClient, registration: Registration): Promise<void> {
  const reply: Partial<Grant> = await request('/api/auth/register/', { method: 'POST', body: registration, auth: 'credentials' });
  if (!reply.access) return;
  tokens.store({ access: reply.access, refresh: reply.refresh });
  void client.invalidateQueries({ queryKey: userQuery.queryKey });
}

/** Ends a token session; local tokens are removed even if the server cannot be reached. Cookie sessions end by navigating to /api/logout. */
export async function logout(client: QueryClient): Promise<'signedOut' | 'navigating'> {
  if (!tokens.exist()) {
    location.assign('/api/logout');
    return 'navigating';
  }
  try {
    await endSession();
    tokens.clear();
  } catch (error) {
    tokens.leave(true);
    throw error;
  } finally {
    forget(client);
  }
  return 'signedOut';
}

function forget(client: QueryClient) {
  lapse.end();
  forgetData(client);
  client.setQueryData(userQuery.queryKey, null);
}

/** Removes everything but who is signed in. */
function forgetData(client: QueryClient) {
  storage.remove(STORAGE.me);
  void globalThis.caches?.delete(ANSWER_CACHE);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== userQuery.queryKey[0] && query.queryKey[0] !== '/api/config' });
}

/** Somebody signed in in another tab: the page that held on to its session continues, without what belongs to another person. */
function resume(client: QueryClient) {
  if (!lapse.is()) return;
  lapse.end();
  if (claims()?.sub === client.getQueryData(userQuery.queryKey)?.id) void client.invalidateQueries();
  else forgetData(client);
}

/**
 * Ends the session here after it ended elsewhere: in another tab or on the server. Calls `goToLogin` if a person was signed in. A page
 * that holds on to its session stays until it is left.
 */
export function watchSession(client: QueryClient, goToLogin: () => void): () => void {
  const leave = () => {
    forget(client);
    goToLogin();
  };
  lapse.setLetGoHandler(leave);
  setExpiredHandler((hadTokens) => {
    if (!hadTokens && !client.getQueryData(userQuery.queryKey)) {
      client.setQueryData(userQuery.queryKey, null); // a visitor: there is no data to remove, and running calls continue
      return;
    }
    if (!lapse.begin()) leave();
  });
  const onStorage = (event: StorageEvent) => {
    if (event.key !== STORAGE.access && event.key !== null) return;
    if (tokens.exist()) {
      resume(client);
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
    } else if (!lapse.begin()) forget(client);
  };
  addEventListener('storage', onStorage);
  return () => {
    removeEventListener('storage', onStorage);
    setExpiredHandler(() => {});
    lapse.setLetGoHandler(() => {});
  };
}
