import type { Page } from '@playwright/test';
import { ETUDES, LADDER } from './support/music';
import { expect, memberTest, test } from './support/test';

const main = (page: Page) => page.getByRole('main');
const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

test('a misspelt search finds the corrected words', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/search?q=laddre+of+tones');
  await expect(main(page).getByText('Showing results for “ladder of tones”')).toBeVisible();
  await expect(page.locator('[data-slot=album-card]')).toContainText([LADDER.album]);
  await main(page)
    .getByRole('button', { name: /Showing results for/ })
    .click();
  await expect(page).toHaveURL('/search?q=ladder+of+tones');
  await expect(main(page).getByText(/Showing results for/)).toHaveCount(0);
});

test('a search is filtered by year and genre, in the address', async ({ page }) => {
  await page.goto('/search?q=etude&tab=tracks&yearTo=1900');
  await expect(main(page).getByRole('heading', { name: 'No tracks found' })).toBeVisible();
  await expect(main(page).getByText('No results match these filters.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(main(page).getByRole('row')).toHaveCount(ETUDES.count);
  await main(page).getByRole('button', { name: 'Genre' }).click();
  await page.getByRole('menuitem', { name: /Élégie/ }).click();
  await expect(page).toHaveURL(/genre=/);
  await expect(main(page).getByRole('row')).toHaveCount(ETUDES.count);
});

memberTest('playlists and recent searches belong to the person', { tag: '@desktop' }, async ({ page, member }) => {
  const headers = { Authorization: `Bearer ${member.access}` };
  const made = await page.request.post('/api/playlists', { headers, data: { name: 'Café sin prisa', isPublic: false } });
  expect(made.status()).toBe(201);
  await page.goto('/search');
  await page.getByPlaceholder('Search music...').fill('cafe sin');
  await page.getByPlaceholder('Search music...').press('Enter');
  await expect(main(page).getByRole('link', { name: 'Café sin prisa' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await main(page).getByRole('button', { name: 'Remove cafe sin' }).click();
  await expect(main(page).getByText('Recent searches')).toHaveCount(0);
});

test('the palette plays, opens and navigates with the keyboard @desktop', async ({ page }) => {
  await page.goto('/');
  await expect(main(page)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.type('second');
  const second = palette(page).getByRole('option', { name: /^Second/ });
  await expect(second).toHaveAttribute('aria-disabled', 'false');
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Second');
  await expect(palette(page)).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('beyonce sings');
  const album = palette(page)
    .getByRole('option', { name: new RegExp(ETUDES.album) })
    .last();
  await expect(album).toHaveAttribute('aria-disabled', 'false');
  await album.hover();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/(albums|tracks)\//);

  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/library/);
  await expect(main(page).getByRole('heading', { level: 1, name: 'Your Library' })).toBeVisible(); // the page has loaded, not only its address
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Your Library');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page).toHaveURL('/search');
  await expect(page.getByPlaceholder('Search music...')).toBeFocused();
});

test('the palette opens by touch @phone', async ({ page }) => {
  await page.goto('/library');
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await palette(page).getByRole('combobox').fill('liked');
  await palette(page)
    .getByRole('option', { name: /Liked Songs/ })
    .click();
  await expect(page).toHaveURL('/liked');
});
