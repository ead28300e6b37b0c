import type { Page } from '@playwright/test';
import { trackNamed } from './music';
import { expect, type Member } from './test';

/** Creates a playlist of these songs through the API and returns its ID. */
export async function playlistOf(page: Page, { access }: Member, name: string, ...titles: string[]): Promise<string> {
  const headers = { Authorization: `Bearer ${access}` };
  const { id } = await (await page.request.post('/api/playlists', { headers, data: { name } })).json();
  const trackIds: string[] = [];
  for (const title of titles) trackIds.push((await trackNamed(page, title)).id);
  expect((await page.request.post(`/api/playlists/${id}/tracks`, { headers, data: { trackIds } })).ok()).toBe(true);
  return id;
}
