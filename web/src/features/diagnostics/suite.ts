import { callbackOf } from '@/api/auth/provider';
import { language, type PlainKey, t } from '@/i18n/auth';
import { BACKEND, PROBE_TIMEOUT } from '@/lib/constants';
import { LegacyClient, LegacyError } from './legacy';

/** Real requests that test the server's sign-in. All are sent as a visitor and have no effect. */
export type Check = { name: PlainKey; run: () => Promise<void> };

export type Verdict = { state: 'passed' | 'failed' | 'limited'; note?: string; duration: number };

class Mismatch extends Error {}

/** The server's rate limit: it says nothing about the check. */
class Limited extends Error {}

type Visit = { method?: 'GET' | 'POST' | 'OPTIONS'; body?: object; bearer?: string };

/** A call without the cookies and tokens of the signed-in person. */
function visit(path: string, { method = 'GET', body, bearer }: Visit = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': language() };
  if (body) headers['Content-Type'] = 'application/json';
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  return fetch(BACKEND + path, {
    method,
    headers,
    body: body && JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_TIMEOUT),
  });
}

function want(status: number | null, ...allowed: number[]): void {
  if (status === 429) throw new Limited();
  if (status === null || !allowed.includes(status)) throw mismatch(allowed.join(', '), status ?? t('dev.noAnswer'));
}

const mismatch = (expected: string, got: string | number) => new Mismatch(t('dev.expected', { expected, got }));

async function wantJson(path: string, ...names: string[]): Promise<void> {
  const response = await visit(path);
  want(response.status, 200);
  const json: Record<string, unknown> = await response.json();
  const missing = names.filter((name) => json[name] === undefined || json[name] === '');
  if (missing.length > 0) throw mismatch(names.join(', '), Object.keys(json).join(', '));
}

const wantStatus =
  (path: string, options: Visit, ...allowed: number[]) =>
  async () =>
    want((await visit(path, options)).status, ...allowed);

/** Storage keys that exist for one check, so that the person's own are not touched. */
function noKeys() {
  const held = new Map<string, string>();
  return {
    get: (key: string) => held.get(key) ?? null,
    set: (key: string, value: string) => void held.set(key, value),
    remove: (...keys: string[]) => {
      for (const key of keys) held.delete(key);
    },
  };
}

const older = () => new LegacyClient({ credentials: 'omit', keys: noKeys() });

/** Requires a legacy call to fail with one of the statuses; `ok` if success is fine too. */
async function wantRefusal(call: Promise<unknown>, allowed: number[], ok = false): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof LegacyError)) throw error;
    return want(error.status, ...allowed);
  }
  if (!ok) throw mismatch(allowed.join(', '), 200);
}

/** An account that does not exist, so that nobody's attempts are used up. */
const nobody = () => ({ email: `nobody-${crypto.randomUUID()}@example.invalid`, password: 'not a password' });

async function callbackLeadsBack(): Promise<void> {
  const response = await visit('/api/auth/google/callback/');
  want(response.status, 200);
  const { pathname } = new URL(response.url, location.href);
  if (pathname !== '/auth/google/callback') throw mismatch('/auth/google/callback', pathname);
}

async function legacyHealth(): Promise<void> {
  want((await older().health()).status, 200);
}

const EXCHANGE = { code: 'made-up', redirect_uri: callbackOf('google') };

export const CHECKS: readonly Check[] = [
  { name: 'dev.check.health', run: legacyHealth },
  { name: 'dev.check.api', run: () => wantJson('/api/', 'name', 'version') },
  { name: 'dev.check.endpoints', run: () => wantJson('/api/auth/', 'endpoints') },
  { name: 'dev.check.config', run: () => wantJson('/api/config', 'siteName', 'passwordMinLength') },
  { name: 'dev.check.google', run: () => wantJson('/api/auth/google/', 'configured') },
  { name: 'dev.check.callback', run: callbackLeadsBack },
  // From the server's own page it is not a real preflight, so 405 with the allowed methods is a valid response too.
  { name: 'dev.check.preflight', run: wantStatus('/api/auth/login/', { method: 'OPTIONS' }, 200, 204, 405) },
  { name: 'dev.check.noUser', run: wantStatus('/api/auth/user', {}, 401) },
  { name: 'dev.check.badBearer', run: wantStatus('/api/auth/user', { bearer: 'made-up' }, 401) },
  { name: 'dev.check.emptyLogin', run: wantStatus('/api/auth/login/', { method: 'POST', body: {} }, 400) },
  { name: 'dev.check.wrongPassword', run: () => wantStatus('/api/auth/login/', { method: 'POST', body: nobody() }, 401)() },
  { name: 'dev.check.badRefresh', run: wantStatus('/api/auth/token/refresh/', { method: 'POST', body: { refresh: 'made-up' } }, 401) },
  { name: 'dev.check.emptyRegister', run: wantStatus('/api/auth/register/', { method: 'POST', body: {} }, 400, 403) },
  { name: 'dev.check.badExchange', run: wantStatus('/api/auth/google/login/', { method: 'POST', body: EXCHANGE }, 400, 401) },
  { name: 'dev.check.legacyLogin', run: () => wantRefusal(older().login(nobody().email, nobody().password), [401]) },
  { name: 'dev.check.legacyRegister', run: () => wantRefusal(older().register({}), [400, 403]) },
  { name: 'dev.check.legacyMe', run: () => wantRefusal(older().me(), [401]) },
  { name: 'dev.check.legacyMeV1', run: () => wantRefusal(older().meV1(), [401]) },
  { name: 'dev.check.legacyLogout', run: legacyLogouts },
  { name: 'dev.check.legacyTracks', run: () => wantRefusal(older().list('tracks'), [401], true) },
  { name: 'dev.check.legacyAdmin', run: legacyAdmin },
];

async function legacyLogouts(): Promise<void> {
  await wantRefusal(older().logout(), [401], true);
  await wantRefusal(older().logoutV1(), [401], true);
}

async function legacyAdmin(): Promise<void> {
  await wantRefusal(older().adminUsers(), [401]);
  await wantRefusal(older().adminStats(), [401]);
}

/** Runs one check and times it. */
export async function judge({ run }: Check): Promise<Verdict> {
  const start = performance.now();
  const verdict = await run().then(
    (): Omit<Verdict, 'duration'> => ({ state: 'passed' }),
    (error: unknown): Omit<Verdict, 'duration'> =>
      error instanceof Limited
        ? { state: 'limited', note: t('dev.limitedText') }
        : { state: 'failed', note: String((error as Error).message) },
  );
  return { ...verdict, duration: Math.round(performance.now() - start) };
}
