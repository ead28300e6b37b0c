import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { OwnServer } from './support/own-server';
import { expectSilence, expectTone, levelAt, loudness, position, startMeter, tapSound } from './support/sound';

// These tests kill and restart the server, so they have their own.
test.describe.configure({ mode: 'default' }); // one after another, and the others also run after one that failed
test.use({ bypassCSP: true }); // the page's policy does not allow the meter

const ARTIST = 'Tessa Tone';
const STEP = (0.125 * 2 * Math.PI * 440) / 44_100; // the largest step of a 440 Hz tone with this amplitude, at the browser's sample rate
const server = new OwnServer(4796);
let state: NonNullable<BrowserContextOptions['storageState']>;

/** A tone on its own album. */
function single(title: string, hertz: number, seconds: number, level: number, extra: Record<string, string> = {}, file = `${title}.flac`) {
  const input = `sine=frequency=${hertz}:duration=${seconds}:sample_rate=48000,volume=${level * 8}`;
  server.tone(file, input, { title, album: `${title} Album`, artist: ARTIST, album_artist: ARTIST, track: 1, ...extra });
}

test.beforeAll(async () => {
  test.setTimeout(90_000);
  const album = { album: 'Seam', artist: ARTIST, album_artist: ARTIST };
  // One tone, cut in the middle of a period.
  const seam = 'sine=frequency=440:duration=24:sample_rate=48000';
  server.tone('Seam/1.flac', `${seam},atrim=end_sample=384031,asetpts=N/SR/TB`, { ...album, title: 'Before', track: 1 });
  server.tone('Seam/2.flac', `${seam},atrim=start_sample=384031,asetpts=N/SR/TB`, { ...album, title: 'After', track: 2 });
  single('Low', 400, 12, 0.3);
  single('High', 1600, 30, 0.3);
  single('Loud', 500, 30, 0.5, { REPLAYGAIN_TRACK_GAIN: '-12.00 dB', REPLAYGAIN_TRACK_PEAK: '0.5' });
  single('Quiet', 700, 30, 0.05, { REPLAYGAIN_TRACK_GAIN: '+8.00 dB', REPLAYGAIN_TRACK_PEAK: '0.05' });
  single('Long', 880, 400, 0.3, {}, 'Long.wav');
  server.tone(
    'Apple.m4a',
    'sine=frequency=990:duration=20:sample_rate=44100,volume=3',
    { title: 'Apple', album: 'Apple Album', artist: ARTIST, track: 1 },
    '-c:a',
    'alac',
  );
  await server.start();
  state = await server.signIn(8);
});

test.afterAll(() => server.remove());

/** Signs in the page, with these preferences. */
async function open(page: Page, prefs: object = {}) {
  const stored = JSON.stringify({ state: prefs, version: 0 });
  const { cookies, origins } = state as Exclude<typeof state, string>;
  await page.context().addCookies(cookies);
  const entries = [...(origins[0]?.localStorage ?? []), { name: 'sonora_prefs', value: stored }];
  await page.addInitScript((list) => {
    if (localStorage.getItem('access_token')) return;
    for (const { name, value } of list) localStorage.setItem(name, value);
  }, entries);
  await tapSound(page);
}

async function albumOf(page: Page, title: string) {
  const albums: { id: string; title: string }[] = await (await page.request.get(`${server.base}/api/albums`)).json();
  await page.goto(`${server.base}/albums/${albums.find((album) => album.title === title)?.id}`);
}

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const row = (page: Page, title: string) => page.getByRole('main').getByRole('button', { name: `Play ${title} by ${ARTIST}`, exact: true });
const toast = (page: Page) => page.locator('[data-slot=toast]');

async function play(page: Page, title: string, hertz: number, album = `${title} Album`) {
  await albumOf(page, album);
  await row(page, title).click();
  await expectTone(page, hertz);
}

/** Plays a song of another album after the current one. */
async function follow(page: Page, title: string) {
  await albumOf(page, `${title} Album`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `More options for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Play next' }).click();
}

async function seekTo(page: Page, share: number) {
  const slider = bar(page).getByRole('slider', { name: 'Position' });
  const box = await slider.boundingBox();
  if (!box) throw new Error('the seek bar is not shown');
  await slider.click({ position: { x: box.width * share, y: box.height / 2 } });
}

async function openSound(page: Page) {
  await button(page, 'Sound settings').click();
  return page.getByRole('dialog', { name: 'Sound' });
}

test('songs of a FLAC album follow each other without a lost sample', { tag: '@desktop' }, async ({ page }, info) => {
  await open(page);
  const asked = page.waitForRequest(/format=flac&container=fmp4/);
  await play(page, 'Before', 440, 'Seam');
  await asked;
  await seekTo(page, 0.4);
  await expectTone(page, 440);
  const readMeter = await startMeter(page);
  await expect(bar(page)).toContainText('After', { timeout: 15_000 });
  await page.waitForTimeout(300);
  const { silence, step } = await readMeter();
  info.annotations.push({
    type: 'seam',
    description: `${(silence * 1000).toFixed(2)} ms, largest step ${step.toFixed(4)} of ${STEP.toFixed(4)}`,
  });
  expect(silence).toBeLessThan(0.001);
  expect(step).toBeLessThan(STEP * 1.05);
  await expect(bar(page).getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuenow', /^[01]$/);
  await seekTo(page, 0.5);
  await expectTone(page, 440);
  await seekTo(page, 0.97);
  await expectSilence(page);
});

test('a crossfade plays both songs at once', { tag: '@desktop' }, async ({ page }) => {
  await open(page, { crossfade: 4 });
  await play(page, 'Low', 400);
  await button(page, 'Pause').click();
  await follow(page, 'High');
  await button(page, 'Play').click();
  await expectTone(page, 400);
  expect(await levelAt(page, 1600)).toBeLessThan(-60);
  await seekTo(page, 0.6);
  const both = async () => Math.min(await levelAt(page, 400), await levelAt(page, 1600));
  await expect.poll(both, { timeout: 10_000, intervals: [50] }).toBeGreaterThan(-30);
  await expectTone(page, 1600);
  await expect.poll(() => levelAt(page, 400)).toBeLessThan(-60);
});

test('the equaliser lowers a tone and restores it', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await play(page, 'High', 1600);
  const before = 0.3 / Math.SQRT2;
  await expect.poll(() => loudness(page)).toBeGreaterThan(before * 0.95);
  const menu = await openSound(page);
  await menu.getByRole('switch', { name: 'Equaliser' }).check();
  for (const band of ['1 kHz', '2 kHz', '4 kHz']) await menu.getByRole('slider', { name: band, exact: true }).fill('-12');
  await expect(menu.getByRole('combobox', { name: 'Preset' })).toHaveValue('own');
  await expect.poll(() => loudness(page)).toBeLessThan(before * 0.25);
  await menu.getByRole('switch', { name: 'Equaliser' }).uncheck();
  await expect.poll(() => loudness(page)).toBeGreaterThan(before * 0.95);
});

test('volume normalisation makes a loud and a quiet song equally loud', { tag: '@desktop' }, async ({ page }) => {
  await open(page, { normalise: 'track' });
  await play(page, 'Loud', 500);
  const expected = (0.5 * 10 ** (-12 / 20)) / Math.SQRT2;
  const near = (level: number) => expect.poll(async () => Math.abs((await loudness(page)) / level - 1)).toBeLessThan(0.06);
  await near(expected);
  await play(page, 'Quiet', 700);
  await near(expected);
  const menu = await openSound(page);
  await menu.getByRole('combobox', { name: 'Volume normalisation' }).selectOption('off');
  await near(0.05 / Math.SQRT2);
});

test('a format that the browser cannot play is converted', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await play(page, 'Apple', 990);
  await seekTo(page, 0.6);
  await expectTone(page, 990);
  await expect
    .poll(async () => Number(await bar(page).getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow')))
    .toBeGreaterThan(11);
  await expect(toast(page)).toHaveCount(0);
});

test('a lower quality continues at the same position', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await play(page, 'High', 1600);
  await expect.poll(() => position(page)).toBeGreaterThan(1);
  const asked = page.waitForRequest(/format=opus&bitrate=96/);
  const menu = await openSound(page);
  await menu.getByRole('combobox', { name: 'Quality' }).selectOption('low');
  await asked;
  await page.keyboard.press('Escape');
  await expectTone(page, 1600);
  await expect(bar(page).getByRole('slider', { name: 'Position' })).not.toHaveAttribute('aria-valuenow', '0');
});

test('the sleep timer stops after the song, even after a reload', { tag: '@desktop' }, async ({ page }) => {
  await open(page);
  await play(page, 'Low', 400);
  const menu = await openSound(page);
  await menu.getByRole('combobox', { name: 'Sleep timer' }).selectOption('track');
  await expect(menu).toContainText('The music stops after this song.');
  await page.keyboard.press('Escape');
  await button(page, 'Pause').click();
  await follow(page, 'High');
  await button(page, 'Play').click();
  await expectTone(page, 400);
  await seekTo(page, 0.9);
  await expectSilence(page);
  await expect(bar(page)).toContainText('High');
  await expect(button(page, 'Play')).toBeVisible();
});

test('playback resumes at its position after the server was killed and restarted', { tag: '@desktop' }, async ({ page }) => {
  test.setTimeout(60_000);
  await open(page, { quality: 'lossless' });
  await play(page, 'Long', 880);
  await server.kill();
  await seekTo(page, 0.8); // not loaded yet
  await expect(button(page, 'Pause')).toBeVisible();
  await page.waitForTimeout(2500);
  await server.start();
  await expectTone(page, 880, 25_000);
  expect(await position(page)).toBeGreaterThan(300);
});

test('playback resumes after the network was lost', { tag: '@desktop' }, async ({ page, context }) => {
  test.setTimeout(60_000);
  await open(page, { quality: 'lossless' });
  await play(page, 'Long', 880);
  await context.setOffline(true);
  await seekTo(page, 0.6);
  await page.waitForTimeout(1500);
  await context.setOffline(false);
  await expectTone(page, 880, 25_000);
  expect(await position(page)).toBeGreaterThan(200);
});
