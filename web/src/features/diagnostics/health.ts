import { language } from '@/i18n/t';
import { BACKEND, PROBE_TIMEOUT, RETRIES, RETRY_DELAY } from '@/lib/constants';

/** The response of one address; without a status it did not respond in time. */
export type Endpoint = { path: string; status: number | null; available: boolean };

export type Health = { isOnline: boolean; endpoints: Endpoint[]; lastCheck: string };

export const CALLBACK = '/api/auth/google/callback/';

/** The addresses to check, with GET unless a method is given. */
export const PROBED = [
  '/',
  '/admin/',
  '/api/',
  '/api/auth/',
  '/api/auth/google/',
  CALLBACK,
  '/api/tracks/',
  '/api/playlists/',
  '/api/users/',
  '/health',
  '/health/',
  '/auth/google/callback',
  '/auth/google/callback/',
  'OPTIONS /api/auth/login/',
] as const;

/** Calls one address anonymously, with a timeout of five seconds. Any status below 500 counts as a response. */
export async function probe(path: string): Promise<Endpoint> {
  const [method, address] = path.startsWith('OPTIONS ') ? ['OPTIONS', path.slice(8)] : ['GET', path];
  const signal = AbortSignal.timeout(PROBE_TIMEOUT);
  try {
    const headers = { 'Accept-Language': language() };
    const { status } = await fetch(BACKEND + address, { method, headers, credentials: 'include', cache: 'no-store', signal });
    return { path, status, available: status < 500 };
  } catch {
    return { path, status: null, available: false };
  }
}

/** Calls all addresses in parallel. The backend is online if one of them responds. */
export async function checkHealth(paths: readonly string[] = PROBED): Promise<Health> {
  const endpoints = await Promise.all(paths.map(probe));
  return { isOnline: endpoints.some((endpoint) => endpoint.available), endpoints, lastCheck: new Date().toISOString() };
}

/** Repeats the check every second while the backend seems offline: it may just be starting. */
export async function awaitHealth(wait = pause): Promise<Health> {
  let health = await checkHealth();
  for (let i = 0; i < RETRIES && !health.isOnline; i++) {
    await wait(RETRY_DELAY);
    health = await checkHealth();
  }
  return health;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
