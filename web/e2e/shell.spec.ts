import type { Page } from '@playwright/test';
import { expect, memberTest, operator, test } from './support/test';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Sections', exact: true });
const toast = (page: Page) => page.locator('[data-slot=toast]');

/** Every page of the main area with its title, and its tabs if the specification names them. */
const PAGES: { path: string; title: string; heading?: string | RegExp; tabs?: string[] }[] = [
  { path: '/', title: 'Home', heading: /^Good / },
  { path: '/search', title: 'Search', tabs: ['All', 'Tracks', 'Radio', 'Mixes'] },
  { path: '/create', title: 'Create', tabs: ['Overview', 'Recent Projects'] },
  { path: '/library', title: 'Your Library' },
  { path: '/playlists', title: 'Your Playlists' },
  { path: '/liked', title: 'Liked Songs' },
  { path: '/radios', title: 'Live Radio', tabs: ['Browse', 'Local Radio', 'Trending', 'Podcasts'] },
  { path: '/ai-music', title: 'AI Music Studio', tabs: ['Crear', 'Recientes', 'Destacados', 'Trending'] },
  { path: '/dj-mix', title: 'DJ Mix' },
  { path: '/mixes', title: 'DJ Studio', tabs: ['Explorar', 'Crear Mix', 'Recientes', 'Destacados'] },
  { path: '/profile', title: 'Profile', heading: `${operator.firstName} ${operator.lastName}` },
  { path: '/premium', title: 'Your Premium' },
  { path: '/whats-new', title: "What's New" },
  { path: '/recents', title: 'Recents' },
  { path: '/updates', title: 'Your Updates' },
  { path: '/settings', title: 'Settings and Privacy' },
];

test('the sidebar stays while the page scrolls', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto('/library?tab=tracks');
  await expect(page.getByRole('row').first()).toBeVisible();
  await page.mouse.move(900, 300);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await expect(sidebar(page).getByRole('link', { name: 'Home' })).toBeInViewport();
});

test('the navigation of the screen size is shown and marks the current page', async ({ page, isMobile }) => {
  const [shown, hidden] = isMobile ? [tabs(page), sidebar(page)] : [sidebar(page), tabs(page)];
  const pages = [
    ['Search', '/search'],
    [isMobile ? 'Library' : 'Your Library', '/library'],
    [isMobile ? 'Radio' : 'Live Radio', '/radios'],
  ] as const;
  for (const [name, path] of pages) {
    await page.goto(path);
    await expect(shown.locator('[aria-current=page]')).toHaveText(name);
    await expect(shown).toBeVisible();
    await expect(hidden).toBeHidden();
  }
});

test('on a phone, the menu slides over the page, and the overlay or Escape closes it', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await expect(sidebar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(sidebar(page).getByRole('link', { name: 'Live Radio' })).toBeVisible();
  await page.touchscreen.tap(370, 400); // next to the menu
  await expect(sidebar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(sidebar(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sidebar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await sidebar(page).getByRole('link', { name: 'Recents' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recents' })).toBeVisible();
  await expect(sidebar(page)).toBeHidden();
});

test('every page has its heading, its title and its social metadata', { tag: '@desktop' }, async ({ page }) => {
  test.slow();
  const meta = (selector: string) => page.locator(`head meta[${selector}]`);
  const descriptions = new Set<string | null>();
  for (const { path, title, heading = title, tabs: names } of PAGES) {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page).toHaveTitle(`${title} | Sonora`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(meta('property="og:title"')).toHaveAttribute('content', `${title} | Sonora`);
    await expect(meta('name="twitter:title"')).toHaveAttribute('content', `${title} | Sonora`);
    descriptions.add(await meta('name="description"').getAttribute('content'));
    expect(await meta('property="og:description"').getAttribute('content')).toBe(await meta('name="description"').getAttribute('content'));
    if (names) await expect(page.getByRole('tab')).toHaveText(names);
  }
  expect(descriptions.size).toBeGreaterThan(3);
});

memberTest(
  'the page and the server refuse the admin area to members without the role',
  { tag: '@desktop' },
  async ({ page, complaints, member }) => {
    complaints.allow(/status of 403/);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Acceso Restringido' })).toBeVisible();
    await expect(page.getByText('Tu cuenta no tiene permiso para acceder al panel de administración.')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const headers = { Authorization: `Bearer ${member.access}` };
    expect((await page.request.get('/api/admin/settings', { headers })).status()).toBe(403);
    expect((await page.request.get('/api/library/problems', { headers })).status()).toBe(403);
    await page.getByRole('link', { name: 'Volver al Inicio' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mara');
  },
);

memberTest.describe('the session', { tag: '@desktop' }, () => {
  const STALE = 'e30.e30.e30';
  const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
  // Before the app starts, because a pending call would renew the session.
  const age = (page: Page) => page.addInitScript((token) => localStorage.setItem('access_token', token), STALE);

  memberTest('an expired access token is renewed once, and the calls are repeated', async ({ page, complaints }) => {
    complaints.allow(/status of 401/);
    await age(page);
    const calls: string[] = [];
    page.on('response', (reply) => {
      const path = new URL(reply.url()).pathname;
      if (path.startsWith('/api/') && !path.includes('covers')) calls.push(`${reply.status()} ${path}`);
    });
    await page.goto('/library?tab=tracks');
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '12');
    expect(calls.filter((call) => call.includes('token/refresh'))).toEqual(['200 /api/auth/token/refresh/']);
    const refused = calls.filter((call) => call.startsWith('401 '));
    expect(refused).not.toEqual([]);
    expect(calls).toEqual(expect.arrayContaining(refused.map((call) => call.replace('401', '200'))));
    expect(calls).toContain('200 /api/auth/user');
    expect(calls).toContain('200 /api/tracks');
    expect(await stored(page, 'access_token')).not.toBe(STALE);
  });

  memberTest('without a refresh token, the person has to sign in again', async ({ page, complaints }) => {
    complaints.allow(/status of 401/);
    complaints.allow(/No refresh token/);
    await page.context().clearCookies();
    // Before the app starts, because a pending call would renew the session.
    await page.addInitScript((token) => {
      localStorage.setItem('access_token', token);
      localStorage.removeItem('refresh_token');
    }, STALE);
    await page.goto('/playlists');
    await expect(page).toHaveURL('/login');
    expect(await stored(page, 'access_token')).toBeNull();
  });

  memberTest('signing in again leads back to where the session ended', async ({ page, member, complaints }) => {
    complaints.allow(/status of 401/);
    complaints.allow(/No refresh token/);
    complaints.allow(/status of 404.*\/api\/covers\//); // the cookie that shows private covers is gone, too
    await page.goto('/library?tab=tracks');
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '12');
    await page.context().clearCookies();
    await page.evaluate((token) => {
      localStorage.setItem('access_token', token);
      localStorage.removeItem('refresh_token');
    }, STALE);
    await page.goto('/playlists');
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/playlists');
  });

  memberTest('two pages that renew at the same time both stay signed in', async ({ page, context, complaints }) => {
    complaints.allow(/status of 401/);
    const other = await context.newPage();
    await page.goto('/settings');
    await age(page);
    await Promise.all([page.goto('/library?tab=tracks'), other.goto('/library?tab=tracks&sort=title')]);
    await Promise.all([page, other].map((each) => expect(each.getByRole('grid')).toHaveAttribute('aria-rowcount', '12')));
    await Promise.all([page.reload(), other.reload()]);
    await Promise.all([page, other].map((each) => expect(each.getByRole('grid')).toHaveAttribute('aria-rowcount', '12')));
  });

  memberTest('logging out ends the session here, in other tabs and on the server', async ({ page, context, member, complaints }) => {
    complaints.allow(/status of 401/); // requests of the other tab while it was left
    const other = await context.newPage();
    await other.goto('/library');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect(toast(page)).toContainText('Logged out successfully');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('token')))).toEqual([]);
    await expect(other.getByText(/Get Started Free|Welcome Back/)).toBeVisible(); // depends on how far it had loaded
    const reply = await page.request.post('/api/auth/token/refresh/', { data: { refresh: member.refresh } });
    expect(reply.status()).toBe(401);
  });
});

test('theme and language are changed in the settings and saved', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' }); // the default theme is the system's
  await page.goto('/settings');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Light');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Español');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Settings and Privacy');
  await expect(html).toHaveAttribute('lang', 'es');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(html).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Settings and Privacy');
});
