import type { Page } from '@playwright/test';
import { albumPath, LADDER } from './support/music';
import { expect, memberTest as test } from './support/test';

// The reviewed look of some pages. After an intended change, review the new pictures and save them:
// npx playwright test visual --update-snapshots
test.use({ locale: 'en-US', timezoneId: 'UTC', colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } });

const theme = (page: Page, name: 'dark' | 'light') =>
  page.addInitScript(
    (value) => localStorage.setItem('sonora_prefs', JSON.stringify({ state: { theme: value, locale: 'spec' }, version: 0 })),
    name,
  );

/** Compares the screen with its picture. Everything that moves or changes is masked. */
async function look(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator('[data-slot=skeleton]')).toHaveCount(0);
  await expect(page).toHaveScreenshot(`${name}.png`, {
    animations: 'disabled',
    caret: 'hide',
    maxDiffPixelRatio: 0.02,
    mask: [page.locator('[data-slot=cover], canvas, time')],
  });
}

for (const mode of ['dark', 'light'] as const) {
  const tag = mode === 'light' ? { tag: '@desktop' } : {};
  test(`an album, the player and its queue (${mode})`, tag, async ({ page }) => {
    await theme(page, mode);
    await page.goto(await albumPath(page, LADDER.album));
    await page.getByRole('row').filter({ hasText: 'Second' }).getByText('Second', { exact: true }).first().dblclick();
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
    await page.keyboard.press('Space');
    await page.mouse.move(0, 0);
    await look(page, `album-${mode}`);
    await page
      .getByRole('button', { name: /^Open Now Playing/ })
      .first()
      .click();
    await look(page, `now-playing-${mode}`);
  });

  test(`the Create page and its dialog (${mode})`, tag, async ({ page }) => {
    await theme(page, mode);
    await page.goto('/create');
    await look(page, `create-${mode}`);
    await page.getByRole('main').getByRole('button', { name: 'New playlist' }).click();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await look(page, `new-playlist-${mode}`);
  });
}

test('empty pages', { tag: '@desktop' }, async ({ page }) => {
  await theme(page, 'dark');
  for (const [path, name] of [
    ['/updates', 'updates'],
    ['/downloads', 'downloads'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(page, `empty-${name}`);
  }
});
