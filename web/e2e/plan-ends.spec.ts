import { expect, type Response, test } from '@playwright/test';
import { OwnServer, type Session } from './support/own-server';
import { expectTone, position, tapSound } from './support/sound';

// This test changes the plans, so it has its own server.
const server = new OwnServer(4801);
const SECONDS = 12;
let operator: Session;
let mara: Session;

test.beforeAll(async () => {
  test.setTimeout(90_000);
  for (const [title, hertz] of [
    ['Before', 440],
    ['After', 880],
  ] as const) {
    const tone = `sine=frequency=${hertz}:duration=${SECONDS}:sample_rate=48000,volume=3`;
    server.tone(`${title}.flac`, tone, { title, album: `${title} Album`, artist: 'Tessa Tone', album_artist: 'Tessa Tone', track: 1 });
  }
  await server.start();
  await server.signIn(2);
  [operator, mara] = [await server.operator(), await server.member()];
});

test.afterAll(async () => {
  await Promise.all([operator.api.dispose(), mara.api.dispose()]);
  await server.remove();
});

/** Takes lossless audio out of the plan Free, and grants Premium to Mara. Returns how to end that. */
async function grantPremium() {
  const { api, headers } = operator;
  const free = '/api/admin/premium/plans/free';
  const { id, version, archivedAt, createdAt, updatedAt, ...plan } = await (await api.get(free, { headers })).json();
  const data = { ...plan, grants: { ...plan.grants, lossless: false } };
  expect((await api.put(free, { headers, data })).ok()).toBe(true);
  const { id: accountId } = await (await mara.api.get('/api/auth/user', { headers: mara.headers })).json();
  const grant = { accountId, planId: 'premium', endsAt: null, reason: 'A test' };
  const granted = await (await api.post('/api/admin/premium/memberships', { headers, data: grant })).json();
  return async () => {
    expect((await api.delete(`/api/admin/premium/memberships/${granted.id}?reason=Over`, { headers })).ok()).toBe(true);
  };
}

test('a plan that ends in the middle of a song lets it play to its end, and the next one is of the new plan', {
  tag: '@desktop',
}, async ({ browser }) => {
  const endPremium = await grantPremium();
  const context = await browser.newContext({ baseURL: server.base, storageState: mara.state, serviceWorkers: 'block' });
  const page = await context.newPage();
  await tapSound(page);
  const songs: { title: string; albumId: string; audioUrl: string }[] = await (await page.request.get('/api/tracks')).json();
  const addressOf = (title: string) => songs.find((song) => song.title === title)?.audioUrl ?? '';
  const answers: { path: string; status: number; type: string }[] = [];
  page.on('response', (response: Response) => {
    const { pathname, search } = new URL(response.url());
    if (/\/(stream|hls)/.test(pathname) || pathname.startsWith('/media/'))
      answers.push({ path: pathname + search, status: response.status(), type: response.headers()['content-type'] ?? '' });
  });
  const of = (title: string) => answers.filter(({ path }) => path.startsWith(addressOf(title)));

  const play = async (title: string) => {
    await page.goto(`/albums/${songs.find((song) => song.title === title)?.albumId}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: `Play ${title} by Tessa Tone`, exact: true })
      .click();
  };
  await play('Before');
  await expectTone(page, 440);
  expect(of('Before').map(({ type }) => type)).toContain('audio/flac');

  await endPremium();
  expect(await (await page.request.get('/api/premium')).json()).toMatchObject({ plan: { id: 'free' } });
  expect(await position(page)).toBeLessThan(SECONDS - 3);
  // What the browser has not fetched yet, it still gets; another song it does not.
  const rest = { headers: { Range: 'bytes=20000-' } };
  expect((await page.request.get(addressOf('Before'), rest)).status()).toBe(206);
  expect((await page.request.get(addressOf('After'), rest)).status()).toBe(403);
  await expect.poll(() => position(page), { timeout: 20_000 }).toBeGreaterThan(SECONDS - 1.5);
  await expectTone(page, 440);
  expect(of('Before').every(({ status }) => status < 400)).toBe(true);

  await play('After');
  await expectTone(page, 880);
  const played = of('After').filter(({ status }) => status < 400);
  expect(played.length).toBeGreaterThan(0);
  expect(played.map(({ type }) => type)).not.toContain('audio/flac');
  await context.close();
});
