import type { Page } from '@playwright/test';
import { base } from './support/address';
import { albumPath, HERTZ, LADDER } from './support/music';
import { expectQuiet, expectTone, tapSound } from './support/sound';
import { expect, memberTest as test } from './support/test';

/** The position of the desktop's player according to the server, in seconds. */
const deskPosition = async (page: Page) => (await (await page.request.get('/api/player/devices')).json())[0]?.position ?? -1;

test('playback on the desktop is shown, controlled and continued on another device', { tag: '@desktop' }, async ({
  page,
  browser,
  member,
}) => {
  await tapSound(page);
  await page.goto(await albumPath(page, LADDER.album));
  const told = page.waitForResponse((answer) => answer.url().includes('/api/player/devices/') && answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expectTone(page, HERTZ.First);
  await told;

  const elsewhere = await browser.newContext({ baseURL: base, storageState: member.state, serviceWorkers: 'block' });
  const other = await elsewhere.newPage();
  await tapSound(other);
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Continue from another device' })).toBeVisible();
  const place = page.getByRole('region', { name: 'Player' }).getByRole('slider', { name: 'Position' });
  await place.press('Home'); // the songs are short
  await expect.poll(() => deskPosition(page)).toBeLessThan(2);
  await other.getByRole('button', { name: /^Continue playback from .* here$/ }).click();
  await expectTone(other, HERTZ.First);
  await expectQuiet(page); // the desktop was paused
  await other.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).first().click();
  await expectQuiet(other);

  await page.getByRole('button', { name: 'Your devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your devices' });
  await dialog.getByRole('button', { name: /^Next on/ }).click();
  await expectTone(other, HERTZ.Second);
  await dialog.getByRole('button', { name: /^Pause/ }).click();
  await expectQuiet(other);
  await elsewhere.close();
});
