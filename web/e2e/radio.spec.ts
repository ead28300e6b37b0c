import { type ChildProcess, spawn } from 'node:child_process';
import type { Page } from '@playwright/test';
import { base } from './support/address';
import { expectTone, loudness, tapSound } from './support/sound';
import { bearer, expect, type Member, creatorTest as test } from './support/test';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });

/** The API as a member. */
function api(page: Page, member: Member) {
  const headers = bearer(member);
  return {
    get: async (path: string) => (await page.request.get(path, { headers })).json(),
    post: async (path: string, data: object) => (await page.request.post(path, { headers, data })).json(),
  };
}

/** Sends a tone to a station, like broadcasting software. Returns a function that kills it. */
function goOnAir(mount: string, name: string, password: string, hertz: number): () => void {
  const target = `icecast://${name}:${password}@${new URL(base).host}/${mount}`;
  const sound = ['-re', '-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=44100`, '-af', 'volume=4'];
  const form = ['-c:a', 'libmp3lame', '-b:a', '128k', '-content_type', 'audio/mpeg', '-f', 'mp3'];
  const source: ChildProcess = spawn('ffmpeg', ['-v', 'error', ...sound, ...form, target], { stdio: 'ignore' });
  return () => void source.kill('SIGKILL');
}

test('a station with a playlist is on air and plays', { tag: '@desktop' }, async ({ page, member }) => {
  test.setTimeout(90_000);
  await tapSound(page);
  const { get, post } = api(page, member);
  const tracks: { id: string; album: string }[] = await get('/api/tracks?limit=100');
  const name = `Tones ${crypto.randomUUID().slice(0, 8)}`;
  const playlist = await post('/api/playlists', { name });
  const trackIds = tracks.filter(({ album }) => album === 'Ladder of Tones').map(({ id }) => id);
  await post(`/api/playlists/${playlist.id}/tracks`, { trackIds });

  await page.goto('/create');
  await page.getByRole('button', { name: 'New station' }).click();
  const dialog = page.getByRole('dialog', { name: 'New radio station' });
  await dialog.getByRole('combobox', { name: 'Playlist' }).selectOption(name);
  await dialog.getByRole('button', { name: 'Start station' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/radios\/\w+$/);
  await expect.poll(() => loudness(page), { timeout: 30_000 }).toBeGreaterThan(0.01);

  // An endless stream has LIVE instead of the seek bar, and the current song from the server's events.
  await expect(bar(page).locator('[data-slot=live-bar]').getByText('LIVE', { exact: true })).toBeVisible();
  await expect(bar(page).getByRole('slider', { name: 'Position' })).toHaveCount(0);
  await expect(bar(page)).toContainText('Ada Sine – ');
  await expect(page.getByRole('main').getByText('LIVE', { exact: true })).toBeVisible();
  expect(await page.locator('body').textContent()).not.toMatch(/Infinity|NaN/);
  await expect.poll(async () => page.evaluate(() => navigator.mediaSession.metadata?.album)).toBe(name);

  // A paused station is not requested. Playing it again needs its stream alone.
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => loudness(page)).toBeLessThan(0.001);
  const streams: string[] = [];
  page.on('request', (call) => new URL(call.url()).pathname.startsWith('/radio/') && streams.push(call.url()));
  await page.route('**/api/**', (route) => route.abort());
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.01);
  expect(streams).toHaveLength(1);
  await page.unroute('**/api/**');

  // Live Radio lists it and finds it by its name.
  await page.goto('/radios');
  await page.getByRole('searchbox', { name: 'Search stations' }).fill(name);
  const card = page.locator('[data-slot=station-card]').filter({ hasText: name });
  await expect(card).toContainText('LIVE');
  await card.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name: 'On air now' })).toBeVisible();
});

test('a live source plays at once, and again after a lost connection', { tag: '@desktop' }, async ({ page, member }) => {
  test.setTimeout(120_000);
  await tapSound(page);
  const { post } = api(page, member);
  const name = `Talk ${crypto.randomUUID().slice(0, 8)}`;
  const station = await post('/api/radios', { name, mode: 'live' });
  const { dj, password } = await post(`/api/radios/${station.id}/djs`, { name: 'ana' });
  await page.goto(`/radios/${station.id}`);
  const main = page.getByRole('main');
  await expect(main.getByText('OFFLINE', { exact: true })).toBeVisible();

  // The page is updated by an event.
  const leave = goOnAir(station.mount, dj.name, password, 660);
  try {
    await expect(main.getByText('LIVE', { exact: true })).toBeVisible({ timeout: 20_000 });
    await main.getByRole('button', { name: `Listen to ${name}` }).click();
    await expectTone(page, 660, 20_000);
    const login = Buffer.from(`${dj.name}:${password}`).toString('base64');
    const title = `/admin/metadata?mode=updinfo&mount=/${station.mount}&song=${encodeURIComponent('Ada Sine - Six Sixty')}`;
    expect((await page.request.get(title, { headers: { Authorization: `Basic ${login}` } })).status()).toBe(200);
    await expect(bar(page)).toContainText('Ada Sine – Six Sixty');
  } finally {
    leave();
  }
  await expect.poll(() => loudness(page), { timeout: 30_000 }).toBeLessThan(0.001);
  const again = goOnAir(station.mount, dj.name, password, 880);
  try {
    await expectTone(page, 880, 40_000);
    await expect(bar(page).locator('[data-slot=live-bar]').getByText('LIVE', { exact: true })).toBeVisible();
  } finally {
    again();
  }
});

test('visitors can play public stations', { tag: '@desktop' }, async ({ page, member, browser }) => {
  test.setTimeout(60_000);
  const { get, post } = api(page, member);
  const [track] = await get('/api/tracks?limit=1');
  const name = `Open ${crypto.randomUUID().slice(0, 8)}`;
  const playlist = await post('/api/playlists', { name });
  await post(`/api/playlists/${playlist.id}/tracks`, { trackIds: [track.id] });
  const station = await post('/api/radios', { name, mode: 'autodj', playlistId: playlist.id });

  const visitor = await browser.newContext({ baseURL: base, serviceWorkers: 'block', storageState: { cookies: [], origins: [] } });
  const other = await visitor.newPage();
  await tapSound(other);
  await other.goto(`/radios/${station.id}`);
  await other.getByRole('button', { name: `Listen to ${name}` }).click();
  await expect.poll(() => loudness(other), { timeout: 20_000 }).toBeGreaterThan(0.01);
  await expect(bar(other).locator('[data-slot=live-bar]').getByText('LIVE', { exact: true })).toBeVisible();
  await visitor.close();
});
