import type { Page } from '@playwright/test';
import { albumPath, ETUDES, LADDER, trackNamed } from './support/music';
import { expectTone, tapSound } from './support/sound';
import { expect, memberTest, test } from './support/test';

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).getByRole('row');
const bar = (page: Page) => page.getByRole('region', { name: 'Player' });

/** Expects a list of n rows, including those that are not rendered. */
const expectRows = (page: Page, n: number) => expect(main(page).getByRole('grid')).toHaveAttribute('aria-rowcount', String(n));

test('the library lists albums, artists, songs and genres with their numbers', async ({ page }) => {
  await page.goto('/library');
  await expect(main(page).getByRole('heading', { level: 1, name: 'Your Library' })).toBeVisible();
  await expect(main(page).getByText('2 albums')).toBeVisible();
  await expect(page.locator('[data-slot=album-card]')).toHaveCount(2);

  const sections = page.getByRole('navigation', { name: 'Library sections' });
  await sections.getByRole('link', { name: 'Artists' }).click();
  await expect(main(page).getByRole('link', { name: LADDER.artist })).toBeVisible();
  await expect(main(page).getByRole('link', { name: ETUDES.artist })).toBeVisible();

  await sections.getByRole('link', { name: 'Tracks' }).click();
  await expect(main(page).getByText('12 songs')).toBeVisible();
  await expectRows(page, 12);

  await sections.getByRole('link', { name: 'Genres' }).click();
  await main(page)
    .getByRole('link', { name: /Élégie/ })
    .click();
  await expect(page).toHaveURL(/tab=tracks&genre=/);
  await expectRows(page, 8);
  await page.getByRole('button', { name: 'Show all genres' }).click();
  await expectRows(page, 12);
});

test('an album shows its songs in order and links to its artist', async ({ page }) => {
  await page.goto(await albumPath(page, LADDER.album));
  await expect(main(page).getByRole('heading', { level: 1, name: LADDER.album })).toBeVisible();
  await expect(page).toHaveTitle(`${LADDER.album} | Sonora`);
  await expect(main(page).getByText(/2020 · Test · 4 songs · /)).toBeVisible();
  await expect(rows(page)).toContainText(['First', 'Second', 'Third', 'Fourth']);
  await main(page).getByRole('link', { name: LADDER.artist }).first().click();
  await expect(main(page).getByRole('heading', { level: 1, name: LADDER.artist })).toBeVisible();
  await expect(page).toHaveTitle(`${LADDER.artist} | Sonora`);
  await expect(page.locator('[data-slot=album-card]')).toContainText([LADDER.album]);
  await expectRows(page, 4);
});

test('a song has its own page', { tag: '@desktop' }, async ({ page }) => {
  const { id } = await trackNamed(page, 'First');
  await page.goto(`/tracks/${id}`);
  await expect(main(page).getByRole('heading', { level: 1, name: 'First' })).toBeVisible();
  await expect(main(page).getByText('One tone')).toBeVisible();
});

test('an album has the cover of its folder, or generated art', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/library');
  const cover = (album: string) => page.locator('[data-slot=album-card]').filter({ hasText: album }).locator('img');
  await expect(cover(LADDER.album)).toHaveAttribute('src', /^\/api\/covers\//);
  await expect.poll(() => cover(LADDER.album).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect.poll(() => cover(ETUDES.album).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

memberTest('the menu of a song queues it, likes it and opens its album', async ({ page }) => {
  await page.goto('/library?tab=tracks&sort=title');
  const more = page.getByRole('button', { name: 'More options for Second' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Add to queue' }).click();
  await expect(bar(page)).toContainText('Second'); // the first item of an empty queue is loaded, paused
  await more.click();
  const kept = page.waitForResponse((reply) => reply.url().endsWith('/like') && reply.ok());
  await page.getByRole('menuitem', { name: 'Like', exact: true }).click();
  await kept;
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Unlike' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Go to album' }).click();
  await expect(main(page).getByRole('heading', { level: 1, name: LADDER.album })).toBeVisible();
});

memberTest('a right click opens the menu, and Escape closes it', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/library?tab=tracks&sort=title');
  await rows(page).filter({ hasText: 'Third' }).click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'More options for Third' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

memberTest('/liked shows the latest like first, and a song can be unliked', async ({ page }) => {
  for (const title of ['First', 'Third']) {
    await page.goto(await albumPath(page, LADDER.album));
    const kept = page.waitForResponse((reply) => reply.url().endsWith('/like') && reply.ok());
    await page.getByRole('button', { name: `Like ${title}`, exact: true }).click();
    await kept;
  }
  await page.goto('/liked');
  await expect(rows(page)).toContainText(['Third', 'First']);
  await page.getByRole('button', { name: 'Unlike Third' }).click();
  await expect(rows(page)).toContainText(['First']);
  await page.reload();
  await expectRows(page, 1);
});

test('folders open subfolders, and a year opens its songs', async ({ page }) => {
  await page.goto('/library?tab=folders');
  await main(page).getByRole('list', { name: 'Folders' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/folder=/);
  await expect(page.getByRole('link', { name: 'Up one folder' })).toBeVisible();
  await page.goto('/library?tab=years');
  await main(page)
    .getByRole('link', { name: /^2020(?!s)/ })
    .click();
  await expect(rows(page)).toContainText(['First', 'Second', 'Third', 'Fourth']);
  await page.getByRole('button', { name: 'Show all years' }).click();
  await expectRows(page, 12);
});

test('a letter jumps to its songs', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/library?tab=tracks&sort=title');
  const letters = page.getByRole('navigation', { name: 'Jump to a letter' });
  await letters.getByRole('button', { name: 'Jump to T' }).click();
  await expect(rows(page).filter({ hasText: 'Third' })).toBeFocused();
});

test('on a phone, the letters are a slider', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/library?tab=tracks&sort=title');
  const letters = page.getByRole('slider', { name: 'Jump to a letter' });
  await letters.press('End');
  await expect(letters).toHaveAttribute('aria-valuetext', 'T');
  await expect(rows(page).filter({ hasText: 'Third' })).toBeFocused();
});

test('a whole list plays and shuffles', async ({ page }) => {
  await tapSound(page);
  await page.goto('/library?tab=tracks&sort=title');
  await main(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page)).toContainText('Étude 1');
  const drawn = page.waitForRequest(/sort=random&seed=\d+/);
  await main(page).getByRole('button', { name: 'Shuffle', exact: true }).first().click();
  await drawn;
});

memberTest('selected songs are liked together', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/library?tab=tracks&sort=title');
  await rows(page).filter({ hasText: 'First' }).hover();
  await page.getByRole('checkbox', { name: 'Select First' }).check();
  await rows(page)
    .filter({ hasText: 'Third' })
    .click({ modifiers: ['ControlOrMeta'] });
  const tools = page.getByRole('toolbar', { name: 'Selected songs' });
  await expect(tools).toContainText('2 selected');
  await tools.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Like', exact: true }).click();
  await expect(page.locator('[data-slot=toast]')).toContainText('2 songs liked');
  await page.goto('/liked');
  await expectRows(page, 2);
});

memberTest('a rating is saved, sorts and filters', { tag: '@desktop' }, async ({ page }) => {
  const { id } = await trackNamed(page, 'Second');
  await page.goto(`/tracks/${id}`);
  const kept = page.waitForResponse((reply) => reply.url().endsWith('/rating') && reply.ok());
  await main(page).getByRole('radio', { name: '4 stars' }).click(); // it is checked once the page has drawn it
  await kept;
  await page.reload();
  await expect(main(page).getByRole('radio', { name: '4 stars' })).toBeChecked();
  await page.goto('/library?tab=tracks&sort=-rating');
  await expect(rows(page).first()).toContainText('Second');
  await page.getByRole('combobox', { name: 'Rating' }).selectOption('4 stars or more');
  await expectRows(page, 1);
});

test.describe('search', () => {
  test('finds “Beyoncé” without its accent, and plays a result', async ({ page }) => {
    await tapSound(page);
    await page.goto('/search');
    await expect(page.getByText('Start searching')).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['All', 'Tracks', 'Radio', 'Mixes']);
    await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
    await page.getByPlaceholder('Search music...').fill('beyonce');
    await expect(page).toHaveURL('/search?q=beyonce');
    await expect(page.locator('[data-slot=album-card]')).toContainText([ETUDES.album]);
    await expect(page.locator('[data-slot=track-card]')).toHaveCount(8);
    await main(page).getByRole('button', { name: 'Play Étude 3' }).click();
    await expectTone(page, 320);
    await expect(bar(page)).toContainText('Étude 3');
  });
});

test.describe('home', () => {
  test('greets, and shows its sections', async ({ page }) => {
    await page.goto('/');
    const { greeting } = await (await page.request.get('/api/welcome')).json();
    await expect(main(page).getByText(greeting)).toBeVisible();
    for (const name of ['Recently Played', 'Live Radio Stations', 'Featured DJ Mixes']) {
      await expect(main(page).getByRole('heading', { level: 2, name })).toBeVisible();
    }
    await expect(page.locator('[data-slot=track-card]')).toHaveCount(6);
    await expect(page.getByRole('link', { name: 'Show all' })).toHaveAttribute('href', '/radios');
    await expect(page.getByRole('link', { name: 'Browse all' })).toHaveAttribute('href', '/mixes');
  });
});

memberTest(
  'a song that was played for half its length is in the history and first on the home page',
  { tag: '@desktop' },
  async ({ page }) => {
    await tapSound(page);
    await page.goto('/recents');
    await expect(page.getByText('Nothing played yet')).toBeVisible();
    await page.goto(await albumPath(page, ETUDES.album));
    const counted = page.waitForResponse(async (reply) => reply.url().endsWith('/api/plays') && (await reply.json()).counted === true);
    await main(page)
      .getByRole('button', { name: `Play Étude 2 by ${ETUDES.artist}` })
      .click();
    await counted;
    await page.goto('/recents');
    await expect(page.locator('[data-slot=heard]')).toContainText(['Étude 2']);
    await page.goto('/');
    await expect(page.locator('[data-slot=track-card]').first()).toContainText('Étude 2');
  },
);

memberTest('“Start Listening” plays', { tag: '@desktop' }, async ({ page }) => {
  await tapSound(page);
  await page.goto('/');
  await expect(page.locator('[data-slot=track-card]')).toHaveCount(6);
  await page.getByRole('button', { name: 'Start Listening' }).click();
  await expect(bar(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.sound().rms)).toBeGreaterThan(0.01);
});

memberTest('empty collections say so and lead on', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/liked');
  await expect(page.getByText('No liked songs yet')).toBeVisible();
  await page.goto('/playlists');
  await expect(main(page).getByRole('heading', { level: 1, name: 'Your Playlists' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No playlists yet' })).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Create Playlist' })).toBeVisible();
});

test.describe('without any music', () => {
  test('home and library say what to do', { tag: '@desktop' }, async ({ page }) => {
    const stats = { tracks: 0, albums: 0, artists: 0, genres: 0, missing: 0, problems: 0, duration: 0, bytes: 0 };
    await page.route('**/api/library', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: { ...(await reply.json()), stats } });
    });
    await page.route(/api\/(tracks|albums|artists|recently-played)(\?|$)/, (route) =>
      route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
    );
    for (const path of ['/', '/library', '/library?tab=tracks']) {
      await page.goto(path);
      await expect(page.getByText('Your library is empty')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Scan now' })).toBeVisible();
    }
    await page.getByRole('navigation', { name: 'Library sections' }).getByRole('link', { name: 'Artists' }).click();
    await expect(page.getByText('No artists yet')).toBeVisible();
  });
});

test('a list that failed to load can be loaded again', { tag: '@desktop' }, async ({ page, complaints }) => {
  complaints.allow(/status of 500.*albums/);
  await page.route(/api\/albums/, (route) => route.fulfill({ status: 500, json: { detail: 'Internal server error.' } }));
  await page.goto('/library');
  await expect(page.getByText('Could not load this')).toBeVisible();
  await page.unroute(/api\/albums/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-slot=album-card]')).toHaveCount(2);
});
