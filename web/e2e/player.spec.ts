import type { Locator, Page } from '@playwright/test';
import { albumPath, ETUDES, HERTZ, LADDER, type Step, trackNamed } from './support/music';
import { expectQuiet, expectSilence, expectTone, loudness, position, startMeter, tapSound } from './support/sound';
import { expect, memberTest as test } from './support/test';

const main = (page: Page) => page.getByRole('main');
const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const seekBar = (page: Page) => bar(page).getByRole('slider', { name: 'Position' });
const inList = (page: Page, step: Step) => main(page).getByRole('button', { name: `Play ${step} by ${LADDER.artist}`, exact: true });
const toast = (page: Page) => page.locator('[data-slot=toast]');

test.beforeEach(async ({ page }) => {
  await tapSound(page);
  await page.goto(await albumPath(page, LADDER.album));
});

async function play(page: Page, step: Step) {
  await inList(page, step).click();
  await expectTone(page, HERTZ[step]);
}

/** Presses the seek bar at a share of its length. */
async function seekTo(page: Page, share: number) {
  const box = await seekBar(page).boundingBox();
  if (!box) throw new Error('the seek bar is not shown');
  await seekBar(page).click({ position: { x: box.width * share, y: box.height / 2 } });
}

/** The seconds the page shows as elapsed. */
const elapsed = async (page: Page) => Number(await seekBar(page).getAttribute('aria-valuenow'));

for (const step of Object.keys(HERTZ) as Step[]) {
  test(`“${step}” plays its tone, and its position advances`, { tag: '@desktop' }, async ({ page }) => {
    await play(page, step);
    await expect(bar(page)).toContainText(step);
    await expect(bar(page)).toContainText(LADDER.artist);
    const before = await position(page);
    await expect.poll(() => position(page)).toBeGreaterThan(before + 0.5);
    expect(await page.evaluate(() => window.positions().length)).toBe(1);
  });
}

test('pause is silent, and play resumes', async ({ page }) => {
  await play(page, 'Second');
  await button(page, 'Pause').click();
  await expectSilence(page);
  await button(page, 'Play').click();
  await expectTone(page, HERTZ.Second);
  expect(await position(page)).toBeGreaterThan(0);
});

test('a click in the middle of the seek bar seeks to the middle of the song', { tag: '@desktop' }, async ({ page }) => {
  await play(page, 'First');
  await expect(bar(page).getByText('0:12')).toBeVisible();
  await seekTo(page, 0.5);
  await expect.poll(() => position(page)).toBeGreaterThan(5.9);
  expect(await position(page)).toBeLessThan(8.5);
  await expectTone(page, HERTZ.First);
  await expect(
    bar(page)
      .getByText(/^0:0[678]$/)
      .first(),
  ).toBeVisible(); // the bar also shows the time under the pointer
});

test('next and previous move through the album; late in a song, previous restarts it', { tag: '@desktop' }, async ({ page }) => {
  await play(page, 'First');
  await button(page, 'Next').click();
  await expectTone(page, HERTZ.Second);
  await button(page, 'Previous').click();
  await expectTone(page, HERTZ.First);
  await seekTo(page, 0.6);
  await expect.poll(() => position(page)).toBeGreaterThan(6);
  await button(page, 'Previous').click();
  await expect.poll(() => position(page)).toBeLessThan(3);
  await expectTone(page, HERTZ.First);
  await play(page, 'Fourth');
  await expect(button(page, 'Next')).toBeDisabled();
});

test('the volume is audible, and mute is silent', { tag: '@desktop' }, async ({ page }) => {
  await play(page, 'Third');
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.3); // an amplitude of 0.5
  await expect(bar(page).getByRole('slider', { name: 'Volume' })).toHaveValue('100');
  await bar(page).getByRole('slider', { name: 'Volume' }).fill('25');
  await expect.poll(() => loudness(page)).toBeLessThan(0.12);
  await expectTone(page, HERTZ.Third);
  await button(page, 'Mute').click();
  await expectQuiet(page);
  await expect.poll(() => position(page)).toBeGreaterThan(0); // muted, but still playing
  await button(page, 'Unmute').click();
  await expectTone(page, HERTZ.Third);
});

test.describe('gapless', { tag: '@desktop' }, () => {
  test.use({ bypassCSP: true }); // the page's policy does not allow the meter

  // These songs are joined by a timer, which a busy machine can delay by some milliseconds: three joins, and the best one counts.
  test('there is no silence between two songs', async ({ page }, info) => {
    const gaps: number[] = [];
    while (gaps.length < 3 && !gaps.some((gap) => gap < 0.02)) {
      await play(page, 'First');
      await seekTo(page, 0.75);
      await expectTone(page, HERTZ.First);
      const readMeter = await startMeter(page);
      await expectTone(page, HERTZ.Second);
      const { silence, step } = await readMeter();
      gaps.push(silence);
      info.annotations.push({ type: 'gap', description: `${(silence * 1000).toFixed(1)} ms, largest step ${step.toFixed(3)}` });
    }
    expect(Math.min(...gaps)).toBeLessThan(0.02);
    await expect(bar(page)).toContainText('Second');
  });
});

test('playback stops after the last song, at its beginning', { tag: '@desktop' }, async ({ page }) => {
  await play(page, 'Fourth');
  await seekTo(page, 0.95);
  await expectSilence(page);
  await expect(button(page, 'Play')).toBeVisible();
  await expect(seekBar(page)).toHaveAttribute('aria-valuenow', '0');
});

test('repeat one restarts the song; shuffle keeps it', { tag: '@desktop' }, async ({ page }) => {
  await play(page, 'Third');
  await button(page, 'Shuffle').click();
  await expect(button(page, 'Shuffle')).toHaveAttribute('aria-pressed', 'true');
  await expectTone(page, HERTZ.Third);
  await button(page, 'Repeat: off').click();
  await button(page, 'Repeat: all').click();
  await expect(button(page, 'Repeat: one')).toHaveAttribute('aria-pressed', 'true');
  await seekTo(page, 0.95);
  await expect.poll(() => position(page)).toBeGreaterThan(11);
  await expect.poll(() => position(page)).toBeLessThan(3);
  await expectTone(page, HERTZ.Third);
});

test.describe('the queue', { tag: '@desktop' }, () => {
  const panel = (page: Page) => page.getByRole('region', { name: 'Queue' });
  const titles = (list: Locator) => list.locator('[data-slot=queue-row] .font-medium');

  test('is edited by menu and by keys, and plays in that order', async ({ page }) => {
    await play(page, 'First');
    await button(page, 'Pause').click(); // otherwise a slow machine could reach the next song
    const next = panel(page).getByRole('region', { name: `Next from ${LADDER.album}` });
    await expect(titles(next)).toHaveText(['Second', 'Third', 'Fourth']);

    await main(page).getByRole('button', { name: 'More options for Fourth' }).click();
    await page.getByRole('menuitem', { name: 'Play next' }).click();
    await expect(toast(page)).toContainText('Playing next');
    await expect(titles(panel(page).getByRole('region', { name: 'Next up' }))).toHaveText(['Fourth']);

    await next.getByRole('button', { name: 'Play Third by Ada Sine' }).press('Alt+ArrowUp');
    await expect(titles(next)).toHaveText(['Third', 'Second', 'Fourth']);
    await next.getByRole('button', { name: 'Play Second by Ada Sine' }).press('Delete');
    await expect(titles(next)).toHaveText(['Third', 'Fourth']);

    await button(page, 'Play').click();
    await button(page, 'Next').click();
    await expectTone(page, HERTZ.Fourth);
    await button(page, 'Next').click();
    await expectTone(page, HERTZ.Third);
  });

  test('can be hidden', async ({ page }) => {
    await play(page, 'First');
    await expect(panel(page)).toBeVisible();
    await button(page, 'Queue').click();
    await expect(panel(page)).toHaveCount(0);
  });
});

test('keys play, pause, seek and skip', { tag: '@desktop' }, async ({ page }) => {
  await play(page, 'First');
  await main(page).focus();
  await page.keyboard.press('Space');
  await expectSilence(page);
  await page.keyboard.press('Space');
  await expectTone(page, HERTZ.First);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => position(page)).toBeGreaterThan(5);
  await page.keyboard.press('Shift+ArrowRight');
  await expectTone(page, HERTZ.Second);
});

test('a reload restores the song, its position and the queue, paused', async ({ page, isMobile }) => {
  await play(page, 'Second');
  await expect.poll(() => position(page)).toBeGreaterThan(2);
  const left = await position(page);
  await page.reload();
  await expect(bar(page)).toContainText('Second');
  await expect(button(page, 'Play')).toBeVisible();
  await expectSilence(page);
  if (!isMobile) {
    expect(Math.abs((await elapsed(page)) - left)).toBeLessThan(2);
    const rows = page.getByRole('region', { name: `Next from ${LADDER.album}` }).locator('[data-slot=queue-row]');
    await expect(rows).toHaveCount(2);
  }
  await button(page, 'Play').click();
  await expectTone(page, HERTZ.Second);
  expect(await position(page)).toBeGreaterThan(left - 1);
});

test('playback continues across pages', async ({ page }) => {
  await play(page, 'First');
  const before = await position(page);
  const nav = page.getByRole('navigation').filter({ visible: true });
  for (const [name, path] of [
    [/^Search$/, '/search'],
    [/Radio$/, '/radios'],
    [/Library$/, '/library'],
  ] as const) {
    await nav.getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(path);
    await expect(bar(page)).toBeVisible();
  }
  await expectTone(page, HERTZ.First);
  expect(await position(page)).toBeGreaterThan(before);
});

test('of two tabs, only the last one to start plays', { tag: '@desktop' }, async ({ page, context }) => {
  await play(page, 'First');
  const other = await context.newPage();
  await tapSound(other);
  await other.goto(await albumPath(other, LADDER.album));
  await play(other, 'Third');
  await expectSilence(page);
  await expect(button(page, 'Play')).toBeVisible();
  await expectTone(other, HERTZ.Third);
});

test('the media session shows what plays', { tag: '@desktop' }, async ({ page }) => {
  await play(page, 'First');
  const shown = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return {
        title: metadata?.title,
        artist: metadata?.artist,
        album: metadata?.album,
        pictures: metadata?.artwork.length,
        playbackState,
      };
    });
  expect(await shown()).toEqual({ title: 'First', artist: LADDER.artist, album: LADDER.album, pictures: 4, playbackState: 'playing' });
  await button(page, 'Pause').click();
  await expect.poll(async () => (await shown()).playbackState).toBe('paused');
});

test('the full-screen player opens, follows the lyrics and closes', async ({ page }) => {
  await play(page, 'First');
  await button(page, 'Pause').click(); // otherwise a slow machine could miss the first line
  await button(page, `Open Now Playing: First by ${LADDER.artist}`).click();
  const player = page.getByRole('dialog', { name: 'Now Playing' });
  await expect(player).toBeVisible();
  await player.getByRole('tab', { name: 'Lyrics' }).click();
  await player.getByRole('button', { name: 'One tone' }).click(); // seeks to the line
  await expect(player.getByRole('button', { name: 'One tone' })).toHaveAttribute('aria-current', 'true');
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await player.getByRole('button', { name: 'Another line' }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(5);
  await expect(player.getByRole('button', { name: 'Another line' })).toHaveAttribute('aria-current', 'true');
  await expectTone(page, HERTZ.First);
  await player.getByRole('button', { name: 'Close Now Playing' }).click();
  await expect(player).toHaveCount(0);
  await expect(bar(page)).toBeVisible();
});

test('a song whose file is missing says so, is silent and offers the next one', { tag: '@desktop' }, async ({ page, complaints }) => {
  complaints.allow(/status of 404.*stream/);
  complaints.allow(/Could not play “Second”: missing/);
  const { audioUrl } = await trackNamed(page, 'Second');
  await page.route(`**${audioUrl}`, (route) => route.fulfill({ status: 404, json: { detail: 'Not found.' } }));
  await inList(page, 'Second').click();
  await expect(toast(page)).toContainText('Could not play “Second”');
  await expect(toast(page)).toContainText('The file is missing.');
  await expect(button(page, 'Play')).toBeVisible();
  await expectSilence(page);
  await toast(page).getByRole('button', { name: 'Play next' }).click();
  await expectTone(page, HERTZ.Third);
});

test('the time from a click to the first sound', { tag: '@desktop' }, async ({ page }, info) => {
  await play(page, 'First'); // starts the audio device
  await page.goto(await albumPath(page, ETUDES.album));
  const waits: number[] = [];
  for (let i = 0; i < 12; i++) {
    const name = `Play Étude ${(i % ETUDES.count) + 1} by ${ETUDES.artist}`;
    const wait = await main(page)
      .getByRole('button', { name })
      .evaluate((element: HTMLElement) => window.clickToSound(element));
    waits.push(wait);
    await button(page, 'Pause').click();
    await expectSilence(page);
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0);
  info.annotations.push({ type: 'click to sound', description: `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms of ${waits.length} clicks` });
  expect(waits).toHaveLength(12);
});
