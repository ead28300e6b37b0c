import type { Page } from '@playwright/test';
import { albumPath, HERTZ, LADDER } from './support/music';
import { expectTone, position, tapSound } from './support/sound';
import { expect, memberTest as test } from './support/test';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ complaints }) => complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/));

/** Downloads the album through its page. */
async function downloadLadder(page: Page) {
  await page.goto(await albumPath(page, LADDER.album));
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole('button', { name: `Download ${LADDER.album}` }).click();
  await expect(page.getByRole('button', { name: `Remove the download of ${LADDER.album}` })).toBeVisible();
  await page.goto('/downloads');
  await expect(page.getByRole('listitem').filter({ hasText: LADDER.album })).toContainText(/Album · 4 songs · \d/, { timeout: 20_000 });
}

test('a downloaded album plays and seeks without a network, and its plays are reported later', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await tapSound(page);
  await downloadLadder(page);

  await context.setOffline(true);
  await page.goto('/downloads');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('button', { name: `Play ${LADDER.album}` }).click();
  await expectTone(page, HERTZ.First);
  await page.getByRole('region', { name: 'Player' }).getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expectTone(page, HERTZ.Second);
  await expect.poll(() => position(page), { timeout: 15_000 }).toBeGreaterThan(6.5);

  await context.setOffline(false);
  const heard = async () => (await (await page.request.get('/api/recently-played')).json()).map(({ title }: { title: string }) => title);
  await expect.poll(heard).toContain('Second');
});

test('a removed download frees its storage, and Undo restores it', { tag: '@desktop' }, async ({ page }) => {
  await downloadLadder(page);
  const kept = () => page.evaluate(async () => (await (await caches.open('sonora-media')).keys()).length);
  expect(await kept()).toBe(4);
  await page.getByRole('button', { name: `Remove the download of ${LADDER.album}` }).click();
  await expect(page.getByText('Nothing downloaded yet')).toBeVisible();
  await expect.poll(kept).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(kept).toBe(4);
});

test('signing out deletes the downloads', { tag: '@desktop' }, async ({ page, complaints }) => {
  complaints.allow(/status of 401/); // requests of the page while it was left
  await downloadLadder(page);
  await page.goto('/profile');
  await page
    .getByRole('button', { name: /log ?out|sign out/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => caches.has('sonora-media'))).toBe(false);
});

test('downloads that the browser deleted are downloaded again', { tag: '@desktop' }, async ({ page }) => {
  await downloadLadder(page);
  await page.evaluate(async () => void (await caches.delete('sonora-media')));
  await page.goto('/downloads');
  await expect(page.getByRole('listitem').filter({ hasText: LADDER.album })).toContainText(/Album · 4 songs · \d/, { timeout: 20_000 });
});
