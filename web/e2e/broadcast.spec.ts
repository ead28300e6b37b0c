import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import config from '../playwright.config';
import { base } from './support/address';
import { expectAccessible } from './support/axe';
import { expectTone, tapSound } from './support/sound';
import { bearer, expect, creatorTest as test } from './support/test';
import { wave } from './support/wave';

/** The frequency of the fake microphone. */
const VOICE = 700; // Hz
const folder = resolve('test-results');
const voice = join(folder, 'voice.wav');
mkdirSync(folder, { recursive: true });
writeFileSync(voice, wave(VOICE, 5)); // the browser repeats it

const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-audio-capture=${voice}`];
const launch = config.use?.launchOptions;
test.use({ launchOptions: { ...launch, args: [...(launch?.args ?? []), ...microphone] } });

test('a station is created and managed, and its owner goes on air in the browser', { tag: '@desktop' }, async ({
  page,
  member,
  browser,
}) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const headers = bearer(member);
  const tracks: { id: string }[] = await (await page.request.get('/api/tracks?limit=100', { headers })).json();
  const name = `Desk ${crypto.randomUUID().slice(0, 8)}`;
  const playlist = await (await page.request.post('/api/playlists', { headers, data: { name } })).json();
  await page.request.post(`/api/playlists/${playlist.id}/tracks`, { headers, data: { trackIds: tracks.map(({ id }) => id) } });

  await page.goto('/create');
  await page.getByRole('button', { name: 'New station' }).click();
  const dialog = page.getByRole('dialog', { name: 'New radio station' });
  await dialog.getByRole('combobox', { name: 'Playlist' }).selectOption(name);
  await dialog.getByRole('button', { name: 'Start station' }).click();
  await expect(page).toHaveURL(/\/radios\/\w+$/);
  const station = new URL(page.url()).pathname;

  // Allows DJs besides the AutoDJ.
  await page.goto(`${station}/manage`);
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('DJs and AutoDJ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('tab', { name: 'DJs' })).toBeVisible();
  await expectAccessible(page);

  // A slot that was moved stays in its position.
  await page.getByRole('tab', { name: 'Up next' }).click();
  const next = page.getByRole('list', { name: 'Up next' });
  await expect(next).toContainText(name, { timeout: 20_000 }); // the playlist of the slots
  await expect(next.getByLabel('Placed manually')).toHaveCount(0);
  await next
    .getByRole('button', { name: /^Move .* up$/ })
    .nth(5)
    .click();
  await expect(next.getByLabel('Placed manually').first()).toBeVisible();
  await expectAccessible(page, 'ol > li:nth-child(n+12)'); // the rest of an hour of short songs has the same structure

  await page.getByRole('tab', { name: 'Calendar' }).click();
  await page.getByRole('button', { name: 'Add show' }).click();
  const show = page.getByRole('dialog', { name: 'Add show' });
  await show.getByRole('textbox', { name: 'Name' }).fill('Breakfast');
  await show.getByRole('button', { name: 'Monday' }).click();
  await show.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Monday' })).toContainText('Breakfast');
  await expectAccessible(page);

  // A password is shown once.
  await page.getByRole('tab', { name: 'DJs' }).click();
  await page.getByRole('button', { name: 'Add DJ' }).click();
  const invite = page.getByRole('dialog');
  await invite.getByRole('textbox', { name: 'Name on air' }).fill('Nina');
  await invite.getByRole('button', { name: 'Add DJ' }).click();
  const password = (await invite.getByRole('list', { name: 'Password' }).textContent()) ?? '';
  expect(password).toMatch(/^\S{24}$/);
  await invite.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByText('Nina', { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(password);
  await expectAccessible(page);

  // On air from the browser, with a listener.
  await page.goto(`${station}/on-air`);
  const air = page.locator('[data-air]');
  await page.getByRole('switch', { name: 'Mixer or instrument' }).click(); // noise suppression would remove a tone
  await page.getByRole('button', { name: 'Turn on microphone' }).click();
  await expect(page.getByRole('button', { name: 'Turn off microphone' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on air' }).click();
  await expect(air).toHaveAttribute('data-air', 'live', { timeout: 20_000 });
  await expect(air).toContainText(/Output: -\d+ dB/, { timeout: 20_000 });
  await expect(air).toContainText('Delay:');
  await expectAccessible(page);

  const visitor = await browser.newContext({ baseURL: base, serviceWorkers: 'block', storageState: { cookies: [], origins: [] } });
  const other = await visitor.newPage();
  await tapSound(other);
  await other.goto(station);
  await other
    .getByRole('main')
    .getByRole('button', { name: `Listen to ${name}` })
    .click();
  await expectTone(other, VOICE, 30_000);
  await visitor.close();

  // Leaving the page asks for confirmation.
  await page.getByRole('link', { name: 'Go to station' }).click();
  await page.getByRole('dialog', { name: 'Go off air?' }).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Go off air' }).click();
  await expect(air).toHaveAttribute('data-air', 'off');

  await page.goto(`${station}/manage?tab=health`);
  await expect(page.getByRole('list', { name: 'Log' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Formats' })).toContainText('MP3');
  await expectAccessible(page);
});
