// Writes a picture of every screen, at 1440 and 390 px, dark and light.
//
//   node e2e/shots.mjs http://127.0.0.1:4700 out-folder email password
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, request } from '@playwright/test';

const [base, folder, email, password] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const api = await request.newContext({ baseURL: base });
const { access, refresh } = await (await api.post('/api/auth/login/', { data: { email, password } })).json();
const { cookies } = await api.storageState();
const headers = { Authorization: `Bearer ${access}` };
const first = async (path) => (await (await api.get(path, { headers })).json())[0];
const [album, artist, track] = [await first('/api/albums'), await first('/api/artists'), await first('/api/tracks')];
const words = encodeURIComponent(track.title.slice(0, 2));

const visitors = { landing: '/landing', login: '/login', register: '/register', terms: '/terms', restricted: '/admin' };
const members = {
  home: '/',
  search: '/search',
  'search-found': `/search?q=${words}`,
  'search-tracks': `/search?q=${words}&tab=tracks`,
  'search-nothing': '/search?q=zzz',
  library: '/library',
  artists: '/library?tab=artists',
  tracks: '/library?tab=tracks',
  genres: '/library?tab=genres',
  playlists: '/playlists',
  liked: '/liked',
  recents: '/recents',
  album: `/albums/${album.id}`,
  artist: `/artists/${artist.id}`,
  track: `/tracks/${track.id}`,
  create: '/create',
  radios: '/radios',
  'ai-music': '/ai-music',
  'dj-mix': '/dj-mix',
  mixes: '/mixes',
  premium: '/premium',
  'whats-new': '/whats-new',
  updates: '/updates',
  settings: '/settings',
  profile: '/profile',
  'not-found': '/nowhere',
  admin: '/admin',
  'admin-later': '/admin/users',
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
const screens = [
  { width: 1440, options: { viewport: { width: 1440, height: 900 } } },
  { width: 390, options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
];
for (const theme of ['dark', 'light']) {
  const prefs = { name: 'sonora_prefs', value: JSON.stringify({ state: { theme }, version: 0 }) };
  const tokens = Object.entries({ access_token: access, refresh_token: refresh }).map(([name, value]) => ({ name, value }));
  for (const { width, options } of screens) {
    const as = (known, localStorage) =>
      browser.newContext({
        ...options,
        baseURL: base,
        reducedMotion: 'reduce',
        storageState: { cookies: known, origins: [{ origin: base, localStorage }] },
      });
    const name = (screen) => join(folder, `${screen}-${width}-${theme}.png`);
    const visitor = await as([], [prefs]);
    const member = await as(cookies, [prefs, ...tokens]);
    for (const [context, paths] of [
      [visitor, visitors],
      [member, members],
    ]) {
      const page = await context.newPage();
      for (const [screen, path] of Object.entries(paths)) {
        await open(page, path);
        await page.screenshot({ path: name(screen) });
      }
    }
    const page = await member.newPage();
    await playing(page, name);
    await visitor.close();
    await member.close();
  }
}
await browser.close();
await api.dispose();

async function open(page, path) {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(
    () =>
      !document.querySelector('[role=status][aria-label=Loading]') &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
  await page.evaluate(() => document.fonts.ready);
}

/** The screens with a song. */
async function playing(page, name) {
  await open(page, `/albums/${album.id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play .+ by / })
    .first()
    .click();
  const bar = page.getByRole('region', { name: 'Player' });
  await bar.getByRole('button', { name: 'Pause' }).waitFor();
  if (await page.getByRole('region', { name: 'Queue' }).isVisible()) await page.locator('[data-slot=queue-row]').first().waitFor();
  await page.screenshot({ path: name('playing') });
  await page
    .getByRole('button', { name: /^More options for / })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
  await page.screenshot({ path: name('menu') });
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: /^Open Now Playing/ }).click();
  await page.getByRole('dialog').waitFor();
  await page.screenshot({ path: name('now-playing') });
  await page.getByRole('tab', { name: 'Queue' }).click();
  await page.screenshot({ path: name('now-playing-queue') });
  await page.getByRole('button', { name: 'Close Now Playing' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (!(await menu.isVisible())) return;
  await menu.click();
  await page.getByRole('dialog').waitFor();
  await page.screenshot({ path: name('drawer') });
}
