import type { Page } from '@playwright/test';
import { albumPath, LADDER } from './music';
import { expect, memberTest, operator, test } from './test';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const toast = (page: Page) => page.locator('[data-slot=toast]');

const LINKS = [
  ['Home', '/'],
  ['Search', '/search'],
  ['Your Library', '/library'],
  ['Live Radio', '/radios'],
  ['AI Music', '/ai-music'],
  ['DJ Mix', '/dj-mix'],
  ['Your Premium', '/premium'],
  ["What's New", '/whats-new'],
  ['Recents', '/recents'],
  ['Your Updates', '/updates'],
  ['Settings and Privacy', '/settings'],
  ['Admin Panel', '/admin'],
];

/** Every address of the main area with its title; the tabs its specification quotes. */
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

test('the sidebar has its groups and links in order', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/');
  await expect(sidebar(page).getByRole('heading')).toHaveText(['Creative Tools', 'Premium & Updates', 'Playlists']);
  const links = sidebar(page).getByRole('listitem').getByRole('link');
  await expect(links).toHaveText(LINKS.map(([name]) => name ?? ''));
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(LINKS.map(([, path]) => path));
  const profile = sidebar(page).getByRole('link', { name: /Olga Operator/ });
  await expect(profile).toHaveAttribute('href', '/profile');
  await expect(tabs(page)).toBeHidden();
});

test('the sidebar stays while the page scrolls', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto('/library?tab=tracks');
  await expect(page.getByRole('row').first()).toBeVisible();
  await page.mouse.move(900, 300);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await expect(sidebar(page).getByRole('link', { name: 'Home' })).toBeInViewport();
});

test('the page at hand is marked', async ({ page, isMobile }) => {
  const nav = isMobile ? tabs(page) : sidebar(page);
  for (const [name, path] of isMobile
    ? [
        ['Search', '/search'],
        ['Radio', '/radios'],
      ]
    : LINKS.slice(1, 4)) {
    await page.goto(path ?? '');
    await expect(nav.locator('[aria-current=page]')).toHaveText(name ?? '');
  }
});

test('on a phone the menu slides over the page, and the overlay or Escape close it', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await expect(sidebar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(sidebar(page).getByRole('link', { name: 'Live Radio' })).toBeVisible();
  await page.touchscreen.tap(370, 400); // beside it
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

test('on a phone four tabs stand at the foot', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  const links = tabs(page).getByRole('link');
  await expect(links).toHaveText(['Home', 'Search', 'Library', 'Radio']);
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(['/', '/search', '/library', '/radios']);
});

test('every page has its heading, its title and what social networks show, by link and by reload', { tag: '@desktop' }, async ({
  page,
}) => {
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

test('the title follows from page to page', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/');
  for (const { path, title } of PAGES.filter((at) => LINKS.some(([, to]) => to === at.path))) {
    await sidebar(page).locator(`li a[href="${path}"]`).click();
    await expect(page).toHaveTitle(`${title} | Sonora`);
  }
  await page.goBack();
  await expect(page).toHaveTitle('Your Updates | Sonora');
  await page.goto('/landing');
  await expect(page).toHaveTitle('Sonora | Professional Music Platform');
});

test('an unknown address says 404, in the main and in the admin area', { tag: '@desktop' }, async ({ page }) => {
  for (const path of ['/no-such-page', '/library/deeper/down', '/admin/nope']) {
    await page.goto(path);
    await expect(page.getByText('404 Page Not Found')).toBeVisible();
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  }
  await expect(
    page
      .getByRole('navigation', { name: 'Admin' })
      .or(page.getByRole('navigation', { name: 'Sections' }))
      .first(),
  ).toBeVisible();
});

test('the admin area has a frame of its own', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  await expect(sidebar(page)).toHaveCount(0);
});

test('a signed-in person has no business at /login and /register, but may read /landing', { tag: '@desktop' }, async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
  await page.goto('/landing');
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible();
});

test('members never see the landing page while the server thinks', { tag: '@desktop' }, async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/user', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/search');
  await expect(page.getByPlaceholder('Search music...')).toBeVisible(); // the stored tokens are enough
  await expect(page.getByText('Get Started Free')).toHaveCount(0);
  answer();
});

memberTest(
  'a member without the role is turned away from the admin area, by the page and by the server',
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
  // Before the app starts: a call on its way would renew the session.
  const age = (page: Page) => page.addInitScript((token) => localStorage.setItem('access_token', token), STALE);

  memberTest('an expired access token is renewed once, and the calls are made again', async ({ page, complaints }) => {
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

  memberTest('without a refresh token the person signs in again', async ({ page, complaints }) => {
    complaints.allow(/status of 401/);
    complaints.allow(/No refresh token/);
    await page.context().clearCookies();
    // Before the app starts: a call on its way would renew the session.
    await page.addInitScript((token) => {
      localStorage.setItem('access_token', token);
      localStorage.removeItem('refresh_token');
    }, STALE);
    await page.goto('/playlists');
    await expect(page).toHaveURL('/login');
    expect(await stored(page, 'access_token')).toBeNull();
  });

  memberTest('two pages that renew at once both stay signed in', async ({ page, context, complaints }) => {
    complaints.allow(/status of 401/);
    const other = await context.newPage();
    await page.goto('/settings');
    await age(page);
    await Promise.all([page.goto('/library?tab=tracks'), other.goto('/library?tab=tracks&sort=title')]);
    await Promise.all([page, other].map((each) => expect(each.getByRole('grid')).toHaveAttribute('aria-rowcount', '12')));
    await Promise.all([page.reload(), other.reload()]);
    await Promise.all([page, other].map((each) => expect(each.getByRole('grid')).toHaveAttribute('aria-rowcount', '12')));
  });

  memberTest('logging out ends it here, in other tabs and on the server', async ({ page, context, member, complaints }) => {
    complaints.allow(/status of 401/); // what the other tab asked for as it was left
    const other = await context.newPage();
    await other.goto('/library');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect(toast(page)).toContainText('Logged out successfully');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('token')))).toEqual([]);
    await expect(other.getByText(/Get Started Free|Welcome Back/)).toBeVisible(); // as far as it had got
    const reply = await page.request.post('/api/auth/token/refresh/', { data: { refresh: member.refresh } });
    expect(reply.status()).toBe(401);
  });
});

test('theme and language are chosen in the settings and kept', async ({ page }) => {
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

memberTest('a new toast takes the place of the one before', async ({ page }) => {
  await page.goto(await albumPath(page, LADDER.album));
  for (const title of ['First', 'Second']) {
    await page.getByRole('button', { name: `More for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Add to queue' }).click();
    await expect(toast(page)).toContainText(title);
  }
  await expect(toast(page)).toHaveCount(1);
});
