import { base } from './support/address';
import { albumPath, HERTZ, LADDER } from './support/music';
import { expectTone, tapSound } from './support/sound';
import { expect, memberTest as test } from './support/test';

test('a link lets people without an account play an album until it is revoked', { tag: '@desktop' }, async ({
  page,
  browser,
  complaints,
}) => {
  await page.goto(await albumPath(page, LADDER.album));
  await page.getByRole('button', { name: `Share ${LADDER.album}` }).click();
  const dialog = page.getByRole('dialog', { name: `Share ${LADDER.album}` });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Never expires' }).inputValue();
  expect(link).toMatch(/\/s\/[A-Z2-7]{20,}$/);

  const visitor = await browser.newContext({ baseURL: base, serviceWorkers: 'block' });
  const other = await visitor.newPage();
  await tapSound(other);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: LADDER.album })).toBeVisible();
  expect(await other.locator('meta[property="og:title"]').getAttribute('content')).toContain(LADDER.album);
  await other.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expectTone(other, HERTZ.First);
  await other.getByRole('listitem').filter({ hasText: 'Second' }).getByRole('button').click();
  await expectTone(other, HERTZ.Second);

  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.locator('[data-slot=toast]').filter({ hasText: 'Link revoked' })).toBeVisible();
  complaints.allow(/404/);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await visitor.close();
});

test('the embedded player plays', { tag: '@desktop' }, async ({ page, browser, member }) => {
  const albums = await (await page.request.get('/api/albums')).json();
  const id = albums.find(({ title }: { title: string }) => title === LADDER.album).id;
  const made = await page.request.post('/api/shares', {
    data: { kind: 'album', id },
    headers: { Authorization: `Bearer ${member.access}` },
  });
  const visitor = await browser.newContext({ baseURL: base, serviceWorkers: 'block' });
  const other = await visitor.newPage();
  await tapSound(other);
  await other.goto(`/embed/${(await made.json()).id}`);
  await expect(other.getByRole('heading', { name: LADDER.album })).toBeVisible();
  await other.getByRole('button', { name: 'Play', exact: true }).click();
  await expectTone(other, HERTZ.First);
  await other.getByRole('button', { name: 'Next song' }).click();
  await expectTone(other, HERTZ.Second);
  await other.getByRole('button', { name: 'Pause' }).click();
  await expect(other.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await visitor.close();
});
