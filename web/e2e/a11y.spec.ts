import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { albumPath, ETUDES, LADDER, trackNamed } from './music';
import { expect, memberTest, test } from './test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Nothing is wrong with the page as it stands, in both themes. */
async function expectAccessible(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
    const axe = new AxeBuilder({ page }).setLegacyMode(); // quicker; there are no frames
    // The second theme has other colours only.
    const { violations } = await (theme === 'dark' ? axe.withTags(TAGS) : axe.withRules('color-contrast')).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    );
    expect.soft(found, `${page.url()} ${theme}`).toEqual([]);
  }
}

/** The page has its content, no place is kept for something that is still to come. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

const MAIN = ['/', '/search', '/search?q=et', '/search?q=zzz', '/search?q=et&tab=tracks', '/library', '/library?tab=artists'];
const LIBRARY = ['/library?tab=tracks', '/library?tab=genres', '/playlists', '/liked', '/recents', '/profile', '/settings'];
const LATER = ['/create', '/radios', '/ai-music', '/dj-mix', '/mixes', '/premium', '/whats-new', '/updates', '/no-such-page'];
const ADMIN = ['/admin', '/admin/radios', '/admin/users', '/admin/settings', '/admin/nope'];
const ACCOUNT = ['account', 'security', 'notifications', 'privacy'].map((tab) => `/settings?tab=${tab}`);
const OUTSIDE = ['/landing', '/terms', '/privacy'];

for (const [name, paths] of Object.entries({ MAIN, LIBRARY, ACCOUNT, LATER, ADMIN, OUTSIDE })) {
  test(`${name.toLowerCase()} pages are accessible`, async ({ page }) => {
    test.setTimeout(90_000);
    for (const path of paths) {
      await open(page, path);
      await expectAccessible(page);
    }
  });
}

test('an album, an artist and a song are accessible', async ({ page }) => {
  const { id, artistId } = await trackNamed(page, 'First');
  for (const path of [await albumPath(page, LADDER.album), await albumPath(page, ETUDES.album), `/artists/${artistId}`, `/tracks/${id}`]) {
    await open(page, path);
    await expectAccessible(page);
  }
});

test('the profile can be edited accessibly', async ({ page }) => {
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible();
  await expectAccessible(page);
});

test('menus are accessible', async ({ page }) => {
  await open(page, await albumPath(page, LADDER.album));
  await page.getByRole('button', { name: 'More for First' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
  await open(page, '/admin');
  await page.getByRole('button', { name: 'Admin' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
});

test('the phone’s menu is accessible', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

memberTest('the player, its queue and the full-screen player are accessible', async ({ page, isMobile }) => {
  await open(page, await albumPath(page, LADDER.album));
  await page.getByRole('main').getByRole('button', { name: 'Play First by Ada Sine' }).click();
  const bar = page.getByRole('region', { name: 'Player' });
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
  if (!isMobile) await expect(page.locator('[data-slot=queue-row]')).toHaveCount(3);
  await expectAccessible(page);
  await bar.getByRole('button', { name: /^Open Now Playing/ }).click();
  const player = page.getByRole('dialog', { name: 'Now Playing' });
  for (const tab of ['Lyrics', 'Queue']) {
    await player.getByRole('tab', { name: tab }).click();
    await expectAccessible(page);
  }
});

memberTest('a restricted page and a failure are accessible', async ({ page, complaints }) => {
  complaints.allow(/status of 500.*like/);
  await open(page, '/admin');
  await expectAccessible(page);
  await page.route('**/like', (route) => route.fulfill({ status: 500, json: { detail: 'The disk is full.' } }));
  await open(page, await albumPath(page, LADDER.album));
  await page.getByRole('button', { name: 'Like First', exact: true }).click();
  await expect(page.locator('[data-slot=toast]')).toBeVisible();
  await expectAccessible(page);
});

test.describe('for visitors', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('signing in and registering are accessible, with mistakes too', async ({ page }) => {
    await open(page, '/');
    await expectAccessible(page);
    for (const [path, submit] of [
      ['/login', 'Sign In'],
      ['/register', 'Create Account'],
    ] as const) {
      await open(page, path);
      await page.getByRole('button', { name: submit }).click();
      await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible();
      await expectAccessible(page);
    }
    await open(page, '/admin');
    await expectAccessible(page);
  });
});
