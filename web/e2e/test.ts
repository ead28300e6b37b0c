import { type BrowserContext, type BrowserContextOptions, test as base, expect, request } from '@playwright/test';
import { base as address } from './address';

/** The first account, made through the screens by first-run.spec.ts: it is the operator. */
export const operator = { firstName: 'Olga', lastName: 'Operator', email: 'olga@example.com', password: 'quiet-river' };

/** The operator's signed-in state, kept by first-run.spec.ts. */
export const ACCOUNT_FILE = 'test-results/account.json';

export type Complaints = {
  /** A complaint the test provokes on purpose. */
  allow: (pattern: RegExp) => void;
};

/** Every test fails on console errors (among them refusals by the Content-Security-Policy), uncaught errors and requests to other servers. */
export const test = base.extend<{ complaints: Complaints; session: State | null }>({
  // The operator's, of its own for each test; null is a visitor.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  session: async ({}, use) => use((await signIn(operator)).state),
  // Not by the option storageState: with it no test could take over the page of the one before, which halves what a test costs.
  context: async ({ context, session }, use) => {
    if (session) {
      await context.addCookies(session.cookies);
      await context.addInitScript(signedIn, session.origins);
    }
    await use(context);
  },
  complaints: [
    async ({ context }, use) => {
      const allowed = [/status of 401.*\/api\/auth\/user$/]; // a visitor asks who they are
      const found = listen(context);
      await context.addInitScript(originals);
      await use({ allow: (pattern) => allowed.push(pattern) });
      expect(found.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** What is played is the file itself, however slow this machine makes the connection look; tests of the quality choose their own. */
export function originals() {
  try {
    if (localStorage.getItem('sonora_prefs') === null) localStorage.setItem('sonora_prefs', '{"state":{"quality":"lossless"},"version":0}');
  } catch {
    // a page without storage
  }
}

/** Puts a session where the app keeps it, once: not again after signing out. */
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

/** Runs as a member of its own, fresh from registering, for tests that change likes, plays or the session. */
export const memberTest = test.extend<{ member: Member }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
  member: async ({}, use) => use(await newMember()),
  session: async ({ member }, use) => use(member.state),
});

/** Runs as a creator of their own: their playlists, stations and shows stand in nobody else's lists. */
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

/** What the API knows somebody by. */
export const bearer = ({ access }: { access: string }) => ({ Authorization: `Bearer ${access}` });

/** The API as a visitor from an address of their own: the server counts sign-ins by address. */
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
