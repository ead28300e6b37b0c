import type { Page } from '@playwright/test';
import { trackNamed } from './support/music';
import { expect, type Member, memberTest as test } from './support/test';

const main = (page: Page) => page.getByRole('main');

/** Reports a play that began some hours ago, like the player. */
async function listen(page: Page, member: Member, title: string, hoursAgo: number, seconds = 12) {
  const { id } = await trackNamed(page, title);
  const startedAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const reply = await page.request.post('/api/plays', {
    headers: { Authorization: `Bearer ${member.access}` },
    data: { id: crypto.randomUUID(), trackId: id, startedAt, listened: seconds },
  });
  expect(reply.status()).toBe(202);
}

test('the history shows plays, removes one with an undo, and is cleared', async ({ page, member }) => {
  await listen(page, member, 'First', 0.1);
  await listen(page, member, 'Second', 0.05);
  await page.goto('/recents');
  await expect(main(page).getByRole('heading', { level: 1, name: 'Recents' })).toBeVisible();
  const rows = page.locator('[data-slot=heard]');
  await expect(rows).toContainText(['Second', 'First']);

  await main(page).getByRole('button', { name: 'Remove Second from history' }).click();
  await expect(rows).toContainText(['First']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toContainText(['Second', 'First']);

  await main(page).getByRole('searchbox', { name: 'Filter your history' }).fill('firs');
  await expect(rows).toHaveCount(1);
  await main(page).getByRole('searchbox', { name: 'Filter your history' }).fill('');

  await main(page).getByRole('button', { name: 'Play First' }).first().click();
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('First');

  await main(page).getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click();
  await expect(main(page).getByText('Nothing played yet')).toBeVisible();
});

test('a paused history records nothing', { tag: '@desktop' }, async ({ page, member }) => {
  await page.goto('/recents');
  const pause = main(page).getByRole('switch', { name: 'Pause history' });
  await pause.click(); // it changes once the server has answered
  await expect(pause).toBeChecked();
  await expect(main(page).getByText(/Your history is paused/)).toBeVisible();
  await page.reload();
  await expect(pause).toBeChecked();
  await listen(page, member, 'First', -0.001);
  await page.reload();
  await expect(main(page).getByText('Nothing played yet')).toBeVisible();
  await pause.click();
  await expect(pause).not.toBeChecked();
  await listen(page, member, 'First', 0);
  await expect(page.locator('[data-slot=heard]')).toContainText(['First']);
});

test('statistics are shown as charts and tables and work with the keyboard', async ({ page, member }) => {
  await listen(page, member, 'First', 0.1);
  await listen(page, member, 'Second', 0.05, 7);
  await page.goto('/listening');
  const chart = main(page).getByRole('listbox', { name: 'Time per day' });
  await expect(chart.getByRole('option')).toHaveCount(7);
  await expect(main(page).getByRole('region', { name: 'Top tracks' })).toContainText('First');
  await chart.getByRole('option', { selected: true }).focus();
  await page.keyboard.press('Home');
  await expect(chart.getByRole('option').first()).toBeFocused();
  await main(page).getByRole('button', { name: 'Show as table' }).first().click();
  await expect(main(page).getByRole('table', { name: 'Time per day' }).getByRole('row')).toHaveCount(8);

  const year = String(new Date().getFullYear());
  await main(page)
    .getByRole('link', { name: `Your ${year} in music` })
    .click();
  await expect(page.getByRole('img', { name: /Top artists: Ada Sine/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Save image' }).click();
  expect((await saved).suggestedFilename()).toBe(`sonora-${year}.png`);
  await page.goto('/review/1999');
  await expect(main(page).getByText('No plays in 1999')).toBeVisible();
});

test('new items play, and releases have notes', async ({ page }) => {
  await page.goto('/whats-new');
  await expect(main(page).getByRole('heading', { level: 1, name: "What's New" })).toBeVisible();
  const first = page.locator('[data-slot=arrival]').filter({ hasText: 'Ladder of Tones' });
  // Other tests have created newer items, and only visible rows are rendered.
  await expect(async () => {
    if (!(await first.isVisible())) await page.evaluate(() => window.scrollBy(0, 500));
    await expect(first).toBeVisible({ timeout: 500 });
  }).toPass();
  await first.getByRole('button', { name: /^Play / }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('First');
  await main(page).getByRole('tab', { name: 'Release notes' }).click();
  await expect(main(page).getByRole('heading', { level: 2, name: 'First version' })).toBeVisible();
});

test('the home page has daily mixes from the history, new albums, stations and mixes', { tag: '@desktop' }, async ({ page, member }) => {
  await page.goto('/');
  await expect(main(page).getByText('Your mixes are on their way')).toBeVisible();
  for (const title of ['First', 'Second', 'Third', 'Fourth', 'Étude 1']) {
    for (const hours of [0.1, 0.2, 0.3]) await listen(page, member, title, hours);
  }
  await page.reload();
  const mix = page.locator('[data-slot=made-for-you]').first();
  await expect(mix).toContainText('Daily mix 1');
  await mix.getByRole('button', { name: 'Play Daily mix 1' }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  await expect(main(page).getByRole('region', { name: 'New in the library' })).toContainText('Ladder of Tones');
  await expect(main(page).getByRole('link', { name: 'Show all' })).toHaveAttribute('href', '/radios');
  await expect(main(page).getByRole('link', { name: 'Browse all' })).toHaveAttribute('href', '/mixes');
});
