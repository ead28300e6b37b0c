import type { CDPSession, Locator, Page } from '@playwright/test';
import { albumPath, HERTZ, LADDER, type Step } from './support/music';
import { expectTone, position, tapSound } from './support/sound';
import { expect, memberTest as test } from './support/test';

const main = (page: Page) => page.getByRole('main');
const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const panel = (page: Page) => page.getByRole('region', { name: 'Queue' });
const screen = (page: Page) => page.getByRole('dialog', { name: 'Now Playing' });
const seekBar = (within: Locator) => within.getByRole('slider', { name: 'Position' });
const titles = (list: Locator) => list.locator('[data-slot=queue-row] .font-medium');
const toast = (page: Page) => page.locator('[data-slot=toast]');

test.beforeEach(async ({ page }) => {
  await page.addInitScript(countCommits);
  await tapSound(page);
  await page.goto(await albumPath(page, LADDER.album));
});

/** Counts React's commits through the hook of its developer tools. */
function countCommits() {
  const counted = globalThis as unknown as { commits: number; __REACT_DEVTOOLS_GLOBAL_HOOK__: object };
  counted.commits = 0;
  counted.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => {},
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onCommitFiberRoot: () => {
      counted.commits++;
    },
  };
}

const commits = (page: Page) => page.evaluate(() => (globalThis as unknown as { commits: number }).commits);

async function play(page: Page, step: Step) {
  await main(page)
    .getByRole('button', { name: `Play ${step} by ${LADDER.artist}`, exact: true })
    .click();
  await expectTone(page, HERTZ[step]);
}

/** Loads a song that stays: playing, it would go over into the next while a slow machine looks. */
async function load(page: Page, step: Step) {
  await play(page, step);
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
}

async function openScreen(page: Page, step: Step) {
  await bar(page)
    .getByRole('button', { name: `Open Now Playing: ${step} by ${LADDER.artist}` })
    .click();
  await expect(screen(page)).toBeVisible();
}

test('the seek bar is the waveform of the song', { tag: '@desktop' }, async ({ page }) => {
  await play(page, 'First');
  const slider = seekBar(bar(page));
  await expect(slider).toHaveAttribute('data-peaks', '', { timeout: 15_000 });
  const inked = await slider
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return Array.from(data).filter((value, i) => i % 4 === 3 && value > 0).length;
    });
  expect(inked).toBeGreaterThan(500);

  const box = await slider.boundingBox();
  if (!box) throw new Error('no seek bar');
  await slider.hover({ position: { x: box.width / 2, y: box.height / 2 } });
  await expect(slider.locator('[data-slot=hover-time]')).toHaveText(/^0:0[56]$/);
  await slider.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /^\d+ seconds? of 0:12$/);
});

test('the full-screen player shows the song and links to its artist', async ({ page }) => {
  await load(page, 'First');
  await openScreen(page, 'First');
  await expect(seekBar(screen(page))).toHaveAttribute('data-size', 'tall');
  await expect(screen(page).getByRole('list', { name: 'Details' })).toContainText('FLAC');
  await expect(screen(page).getByRole('tablist', { name: 'Now Playing' }).getByRole('tab')).toHaveText(['Queue', 'Lyrics', 'About']);
  await expect(titles(screen(page).getByRole('region', { name: `Next from ${LADDER.album}` }))).toHaveText(['Second', 'Third', 'Fourth']);

  await screen(page).getByRole('tab', { name: 'About' }).click();
  await expect(screen(page).getByRole('region', { name: 'Similar songs' })).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(screen(page)).toHaveCount(0);
  await expect(bar(page).getByRole('button', { name: /^Open Now Playing/ })).toBeFocused();

  await openScreen(page, 'First');
  await screen(page).getByRole('link', { name: LADDER.artist }).click();
  await expect(page).toHaveURL(/\/artists\//);
  await expect(screen(page)).toHaveCount(0);
});

test('swipes play the next and the previous song, and close the player', { tag: '@phone' }, async ({ page, context }) => {
  await play(page, 'First');
  await openScreen(page, 'First');
  const touch = await context.newCDPSession(page);
  const cover = screen(page).locator('[data-slot=stage-cover]');
  await swipe(touch, cover, -200, 0);
  await expectTone(page, HERTZ.Second);
  await expect(screen(page)).toContainText('Second');
  await screen(page).getByRole('slider', { name: 'Position' }).press('Home'); // after 3 s, “previous” would restart the song
  await swipe(touch, cover, 200, 0);
  await expectTone(page, HERTZ.First);
  await swipe(touch, cover, 0, 240);
  await expect(screen(page)).toHaveCount(0);
});

/** Swipes across the middle of an element. */
async function swipe(touch: CDPSession, element: Locator, x: number, y: number) {
  const point = () =>
    element.evaluate((swiped) => {
      const box = swiped.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
      return { x, y, hit: swiped.contains(document.elementFromPoint(x, y)) };
    });
  // A trial click would scroll while the screen opens, and a screen that is scrolled does not close.
  await expect.poll(point).toMatchObject({ hit: true });
  const { x: fromX, y: fromY } = await point();
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: fromX + x * share, y: fromY + y * share }],
    });
  await send('touchStart', 0);
  for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await send('touchMove', share);
  await send('touchEnd', 1);
}

test('lyrics follow the song, stop while a person scrolls, and follow again', { tag: '@desktop' }, async ({ page }) => {
  await load(page, 'First');
  await bar(page).getByRole('button', { name: 'Lyrics', exact: true }).click();
  const line = screen(page).getByRole('button', { name: 'One tone' });
  await line.click();
  await expect(line).toHaveAttribute('aria-current', 'true');
  await line.hover();
  await page.mouse.wheel(0, 40);
  const follow = screen(page).getByRole('button', { name: 'Follow' });
  await expect(follow).toBeVisible();
  await follow.click();
  await expect(follow).toHaveCount(0);
  await line.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await screen(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(5);
});

test.describe('the queue', { tag: '@desktop' }, () => {
  test('restores removed and cleared songs, and has a history', async ({ page }) => {
    await load(page, 'First');
    const next = panel(page).getByRole('region', { name: `Next from ${LADDER.album}` });
    await next.getByRole('button', { name: 'Play Third by Ada Sine' }).press('Delete');
    await expect(titles(next)).toHaveText(['Second', 'Fourth']);
    await expect(next.getByRole('button', { name: 'Play Fourth by Ada Sine' })).toBeFocused();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(titles(next)).toHaveText(['Second', 'Third', 'Fourth']);
    await next.getByRole('button', { name: `Clear Next from ${LADDER.album}` }).click();
    await expect(next).toHaveCount(0);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(titles(next)).toHaveText(['Second', 'Third', 'Fourth']);

    await next.getByRole('button', { name: 'Actions for Fourth' }).click();
    await page.getByRole('menuitem', { name: 'Move to top' }).click();
    await expect(titles(next)).toHaveText(['Fourth', 'Second', 'Third']);

    await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await bar(page).getByRole('button', { name: 'Next', exact: true }).click();
    await expectTone(page, HERTZ.Fourth);
    await panel(page).getByRole('tab', { name: 'History' }).click();
    await panel(page).getByRole('button', { name: 'Play First by Ada Sine' }).click();
    await expectTone(page, HERTZ.First);
  });

  test('accepts a dropped song at a position', async ({ page }) => {
    await load(page, 'First');
    const next = panel(page).getByRole('region', { name: `Next from ${LADDER.album}` });
    await expect(titles(next)).toHaveText(['Second', 'Third', 'Fourth']);
    const row = main(page).locator('[data-slot=track-row]', { hasText: 'Fourth' });
    await row.dragTo(next.locator('[data-slot=queue-row]').nth(1), { targetPosition: { x: 80, y: 6 } });
    await expect(titles(next)).toHaveText(['Second', 'Fourth', 'Third', 'Fourth']);
  });

  test('is reordered by dragging', async ({ page }) => {
    await load(page, 'First');
    const next = panel(page).getByRole('region', { name: `Next from ${LADDER.album}` });
    await expect(titles(next)).toHaveText(['Second', 'Third', 'Fourth']);
    const rows = next.locator('[data-slot=queue-row]');
    await rows.nth(2).dragTo(rows.nth(0), { targetPosition: { x: 80, y: 6 } });
    await expect(titles(next)).toHaveText(['Fourth', 'Second', 'Third']);
  });
});

test('the next song is announced', { tag: '@desktop' }, async ({ page }) => {
  await play(page, 'First');
  await expect(bar(page).getByRole('button', { name: 'Lyrics', exact: true })).toBeVisible(); // the whole bar has loaded
  await bar(page).getByRole('button', { name: 'Next', exact: true }).click();
  const region = bar(page).locator('[aria-live=polite]');
  await expect(region).toHaveText(`Now playing: Second by ${LADDER.artist}`);
});

test('no tooltip stays after a tap', { tag: '@phone' }, async ({ page }) => {
  await load(page, 'First');
  await openScreen(page, 'First');
  await screen(page).getByRole('button', { name: 'Shuffle' }).tap();
  await screen(page).getByRole('button', { name: 'Close Now Playing' }).tap();
  await expect(screen(page)).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Like', exact: true }).tap();
  await expect(bar(page).getByRole('button', { name: 'Unlike' })).toBeVisible();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test('the bar never hides the focused element', async ({ page }) => {
  test.setTimeout(60_000);
  await play(page, 'First');
  await page.goto('/');
  await expect(bar(page)).toBeVisible();
  const top = (await bar(page).boundingBox())?.y ?? 0;
  const hidden: string[] = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element?.closest('main')) return null;
      const { top: y, height } = element.getBoundingClientRect();
      return { y, height, name: element.getAttribute('aria-label') ?? element.textContent };
    });
    if (focused && focused.height < 300 && focused.y + focused.height > top + 1)
      hidden.push(`${focused.name} ends at ${focused.y + focused.height} of ${top}`);
  }
  expect(hidden).toEqual([]);
});

test('all controls of the player are large enough for touch', { tag: '@phone' }, async ({ page }) => {
  await load(page, 'First');
  const small = (within: Locator) =>
    within.getByRole('button').evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility())
        .map((button) => ({ name: button.getAttribute('aria-label') ?? button.textContent, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ name }) => name),
    );
  expect(await small(bar(page))).toEqual([]);
  await openScreen(page, 'First');
  expect(await small(screen(page))).toEqual([]);
});

test('playback does not re-render the page and does not leak memory', { tag: '@desktop' }, async ({ page, context }, info) => {
  test.setTimeout(120_000);
  await play(page, 'First');
  await bar(page).getByRole('button', { name: 'Repeat: off' }).click();
  await bar(page).getByRole('button', { name: 'Repeat: all' }).click();
  await expect(seekBar(bar(page))).toHaveAttribute('data-peaks', '', { timeout: 15_000 });
  await seekBar(bar(page)).press('Home');
  await expect.poll(() => position(page)).toBeGreaterThan(2);

  const before = await commits(page);
  await expect.poll(() => position(page), { intervals: [500], timeout: 15_000 }).toBeGreaterThan(11);
  expect((await commits(page)) - before).toBeLessThan(3); // of about 36 time updates and 500 frames

  const heap = await heapOf(page);
  const start = await commits(page);
  // The song restarts and plays to its end once more.
  await expect.poll(() => position(page), { timeout: 15_000 }).toBeLessThan(3);
  await expect.poll(() => position(page), { intervals: [500], timeout: 20_000 }).toBeGreaterThan(11);
  expect((await commits(page)) - start).toBeLessThan(15); // of one restart
  const kept = (await heapOf(page)) - heap;
  info.annotations.push({ type: 'memory growth in one song', description: `${Math.round(kept / 1000)} kB` });
  expect(kept).toBeLessThan(1_500_000);
  await expectTone(page, HERTZ.First);

  /** Bytes in use after a garbage collection. */
  async function heapOf(of: Page): Promise<number> {
    const session = await context.newCDPSession(of);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    return usedSize;
  }
});
