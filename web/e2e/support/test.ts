import { type BrowserContext, type BrowserContextOptions, test as base, expect, request } from '@playwright/test';
import { base as address } from './address';

/** The first account, the operator. first-run.spec.ts registers it through the pages. */
export const operator = { firstName: 'Olga', lastName: 'Operator', email: 'olga@example.com', password: 'quiet-river' };

/** The operator's signed-in state, saved by first-run.spec.ts. */
export const ACCOUNT_FILE = 'test-results/account.json';

export type Complaints = {
  /** Allows a complaint that the test causes on purpose. */
  allow: (pattern: RegExp) => void;
};

/** Every test fails on console errors (violations of the Content-Security-Policy are some), uncaught errors and requests to other servers. */
export const test = base.extend<{ complaints: Complaints; session: State | null }>({
  // A session of the operator for each test; null is a visitor.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  session: async ({}, use) => use((await signIn(operator)).state),
  // Without the option storageState, a test can reuse the page of the previous test, which halves its time.
  context: async ({ context, session }, use) => {
    if (session) {
      await context.addCookies(session.cookies);
      await context.addInitScript(signedIn, session.origins);
    }
    await use(context);
  },
  complaints: [
    async ({ context }, use) => {
      const allowed = [/status of 401.*\/api\/auth\/user$/]; // visitors request their account, too
      const found = listen(context);
      await context.addInitScript(originals);
      await use({ allow: (pattern) => allowed.push(pattern) });
      expect(found.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Plays the original files, even if a slow machine makes the connection look slow. Tests of the quality set their own preferences. */
export function originals() {
  try {
    if (localStorage.getItem('sonora_prefs') === null) localStorage.setItem('sonora_prefs', '{"state":{"quality":"lossless"},"version":0}');
  } catch {
    // a page without storage
  }
}

/** Stores a session where the app stores it, but not again after signing out. */
function signedIn(origins: State['origins']) {
  const stored = origins.find(({ origin }) => origin === location.origin)?.localStorage;
  if (!stored || localStorage.getItem('e2e')) return;
  for (const { name, value } of [...stored, { name: 'e2e', value: 'signed in' }]) localStorage.setItem(name, value);
}

function listen(context: BrowserContext): string[] {
  const found: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => found.push(String(error.error())));
  context.on('request', (call) => {
    const url = new URL(call.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== address) found.push(`asked another server: ${url}`);
  });
  return found;
}

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;
export type Member = { email: string; password: string; access: string; refresh: string; state: State };

/** Runs as a newly registered member, for tests that change likes, plays or the session. */
export const memberTest = test.extend<{ member: Member }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  member: async ({}, use) => use(await newMember()),
  session: async ({ member }, use) => use(member.state),
});

/** Runs as a new creator, whose playlists, stations and podcasts do not appear in the lists of other tests. */
export const creatorTest = memberTest.extend<{ member: Member }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  member: async ({}, use) => {
    const someone = await newMember();
    const api = await visitor();
    const { id } = await (await api.get('/api/auth/user', { headers: bearer(someone) })).json();
    const change = { headers: bearer(await signIn(operator)), data: { role: 'creator' } };
    expect((await api.put(`/api/admin/users/${id}`, change)).status()).toBe(200);
    await api.dispose();
    await use(await signIn(someone));
  },
});

/** The header that identifies somebody to the API. */
export const bearer = ({ access }: { access: string }) => ({ Authorization: `Bearer ${access}` });

/** The API for a visitor with a unique network address, because the server limits sign-ins by address. */
function visitor() {
  const from = ['10', ...crypto.getRandomValues(new Uint8Array(3))].join('.');
  return request.newContext({
    baseURL: address,
    extraHTTPHeaders: { 'X-Forwarded-For': from },
    storageState: { cookies: [], origins: [] },
  });
}

/** Signs in through the API. */
export async function signIn({ email, password }: { email: string; password: string }): Promise<Member> {
  const api = await visitor();
  const reply = await api.post('/api/auth/login/', { data: { email, password } });
  expect(reply.status()).toBe(200);
  const { access, refresh } = await reply.json();
  const localStorage = Object.entries({ access_token: access, refresh_token: refresh }).map(([name, value]) => ({ name, value }));
  const { cookies } = await api.storageState();
  await api.dispose();
  return { email, password, access, refresh, state: { cookies, origins: [{ origin: address, localStorage }] } };
}

async function newMember(): Promise<Member> {
  const api = await visitor();
  const email = `${crypto.randomUUID()}@example.com`;
  const password = 'quiet-river';
  const data = { email, password1: password, password2: password, first_name: 'Mara', last_name: 'Member' };
  expect((await api.post('/api/auth/register/', { data })).status()).toBe(201);
  await api.dispose();
  return signIn({ email, password });
}

export { expect };
