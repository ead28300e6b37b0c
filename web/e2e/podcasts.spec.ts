import type { Page } from '@playwright/test';
import { loudness, tapSound } from './support/sound';
import { bearer, expect, operator, signIn, test } from './support/test';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });

test('your own podcast is published and played, and its position is saved', { tag: '@desktop' }, async ({ page }) => {
  test.setTimeout(90_000);
  await tapSound(page);
  const headers = bearer(await signIn(operator)); // the owner of the songs
  const tracks: { id: string; album: string }[] = await (await page.request.get('/api/tracks?limit=100', { headers })).json();
  const trackId = tracks.find(({ album }) => album === 'Ladder of Tones')?.id;
  const title = `Tea Talk ${crypto.randomUUID().slice(0, 8)}`;

  await page.goto('/create');
  await page.getByRole('button', { name: 'New podcast' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add podcast' });
  await dialog.getByRole('tab', { name: 'Publish my own podcast' }).click();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('All about tea.');
  await dialog.getByRole('button', { name: 'Create podcast' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  const id = new URL(page.url()).pathname.split('/').at(-1);
  const episode = {
    title: 'Kettle on',
    description: 'Hello <script>alert(1)</script>',
    trackId,
    chapters: [
      { start: 0, title: 'Hello' },
      { start: 1, title: 'Steam' },
    ],
  };
  const made = await page.request.post(`/api/podcasts/${id}/episodes`, { headers, data: episode });
  expect(made.status()).toBe(201);
  const feed = await (await page.request.get(`/podcasts/${id}/feed.xml`)).text();
  expect(feed).toContain('<title>Kettle on</title>');
  expect(feed).not.toContain('<script>');

  await page.reload();
  await page.getByRole('link', { name: 'Kettle on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kettle on' })).toBeVisible();
  await page.getByRole('button', { name: 'Play Kettle on' }).first().click();
  await expect.poll(() => loudness(page), { timeout: 30_000 }).toBeGreaterThan(0.01);
  await expect(bar(page)).toContainText(title);

  // A chapter seeks to its start. The position is saved on the server.
  await page.getByRole('button', { name: /Steam/ }).click();
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  const { id: episodeId } = await made.json();
  await expect
    .poll(async () => (await (await page.request.get(`/api/episodes/${episodeId}`, { headers })).json()).heardAt, { timeout: 15_000 })
    .not.toBeNull();

  await page.goto('/radios?tab=podcasts');
  await expect(page.getByRole('heading', { name: 'Top Podcasts' })).toBeVisible();
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
});
