import { type APIRequestContext, type Page, request } from '@playwright/test';
import { base as address } from './support/address';
import { LADDER } from './support/music';
import { expect, type Member, memberTest, operator } from './support/test';

const main = (page: Page) => page.getByRole('main');
const toast = (page: Page) => page.locator('[data-slot=toast]');

const NOBODY = { cookies: [], origins: [] }; // without the member's cookies

/** The API with an access token. */
const as = (access: string): Promise<APIRequestContext> =>
  request.newContext({ baseURL: address, storageState: NOBODY, extraHTTPHeaders: { Authorization: `Bearer ${access}` } });

async function operatorsApi(): Promise<APIRequestContext> {
  const visitor = await request.newContext({ baseURL: address, storageState: NOBODY });
  const reply = await visitor.post('/api/auth/login/', { data: { email: operator.email, password: operator.password } });
  const { access } = await reply.json();
  await visitor.dispose();
  return as(access);
}

async function announce(text: string): Promise<void> {
  const api = await operatorsApi();
  expect((await api.post('/api/admin/announcements', { data: { text, link: '/library' } })).status()).toBe(201);
  await api.dispose();
}

async function artistOf(member: Member): Promise<string> {
  const api = await as(member.access);
  const artists: { id: string; name: string }[] = await (await api.get('/api/artists')).json();
  await api.dispose();
  return artists.find(({ name }) => name === LADDER.artist)?.id ?? '';
}

memberTest('an announcement arrives while the page is open, is marked as read, deleted and restored', async ({ page, isMobile }) => {
  const text = `Maintenance ${crypto.randomUUID()}`;
  await page.goto('/updates');
  await expect(main(page).getByRole('heading', { level: 1, name: 'Your Updates' })).toBeVisible();
  await announce(text);
  const row = main(page).getByRole('listitem').filter({ hasText: text });
  await expect(row.getByText('Unread')).toBeAttached();
  await expect(main(page).getByRole('region', { name: 'Today' })).toBeVisible();
  if (!isMobile) await expect(page.getByRole('navigation', { name: 'Main' }).locator('[data-slot=unread]')).toBeVisible();

  await row.getByRole('button', { name: `Mark as read: ${text}` }).click();
  await expect(row.getByText('Unread')).toHaveCount(0);
  await row.getByRole('button', { name: `Delete: ${text}` }).click();
  await expect(row).toHaveCount(0);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('link', { name: text }).click();
  await expect(page).toHaveURL(/\/library$/);
});

memberTest('a followed artist is counted, listed and unfollowed', { tag: '@desktop' }, async ({ page, member }) => {
  await page.goto(`/artists/${await artistOf(member)}`);
  const follow = main(page).getByRole('button', { name: `Follow ${LADDER.artist}` });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await expect(main(page).getByText(/\d+ followers?/)).toBeVisible();

  await page.goto('/updates?tab=following');
  const list = main(page).getByRole('list', { name: 'Following' });
  await expect(list.getByRole('link', { name: LADDER.artist })).toBeVisible();
  await list.getByRole('button', { name: `Unfollow ${LADDER.artist}` }).click();
  await expect(main(page).getByRole('heading', { name: 'You are not following anyone yet' })).toBeVisible();
});

memberTest('notification settings on the page and in the settings are the same', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/updates');
  await page.getByRole('button', { name: 'Notification settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notification settings' });
  await dialog.getByRole('switch', { name: 'Email notifications' }).setChecked(true);
  await dialog.getByRole('combobox', { name: 'Email summary' }).selectOption('Weekly');
  await page.keyboard.press('Escape');
  await page.goto('/settings?tab=notifications');
  await expect(main(page).getByRole('combobox', { name: 'Email summary' })).toHaveValue('weekly');
});
