import type { Locator, Page } from '@playwright/test';
import { expectTone, tapSound } from './support/sound';
import { creatorTest, expect } from './support/test';

// The DJ desk in the real browser, with the server's own songs.

const desk = async (page: Page) => {
  await tapSound(page);
  await page.goto('/mixes?tab=crear');
  const deck = (name: string) => page.getByRole('region', { name: `Deck ${name}` });
  return {
    a: deck('A'),
    b: deck('B'),
    load: (name: string, title: string) => page.getByRole('button', { name: `Load ${name}: ${title}` }).click(),
  };
};

creatorTest('a deck plays a song of the library through pitch, cue, loop and key lock', { tag: '@desktop' }, async ({ page }) => {
  const { a, load } = await desk(page);
  await expect(a.getByRole('button', { name: 'Play', exact: true })).toBeDisabled();
  for (const [name, value] of [
    ['Volume', '75'],
    ['High', '50'],
    ['Mid', '50'],
    ['Low', '50'],
  ] as const) {
    await expect(a.getByRole('slider', { name, exact: true })).toHaveAttribute('aria-valuenow', value);
  }
  await expect(page.getByRole('slider', { name: 'Master' })).toHaveAttribute('aria-valuenow', '80');
  const crossfader = page.getByRole('slider', { name: 'Crossfader' });
  await expect(crossfader).toHaveAttribute('aria-valuetext', 'Center');
  await crossfader.fill('39');
  await expect(crossfader).toHaveAttribute('aria-valuetext', 'Deck A');
  await load('A', 'Second'); // 440 Hz
  await a.getByRole('button', { name: 'Play', exact: true }).click();
  await expectTone(page, 440);
  await a.getByRole('slider', { name: 'Pitch' }).fill('10');
  await expectTone(page, 484);
  await a.getByRole('button', { name: 'Key lock' }).click();
  await expectTone(page, 440);
  await a.getByRole('button', { name: 'Pause' }).click();
  await a.getByRole('slider', { name: 'Position' }).fill('5');
  await a.getByRole('button', { name: 'Cue', exact: true }).click();
  await a.getByRole('slider', { name: 'Position' }).fill('9');
  await a.getByRole('button', { name: 'Cue', exact: true }).click();
  await expect(a.getByRole('slider', { name: 'Position' })).toHaveValue('5');
  await a.getByRole('button', { name: /^Loop/ }).click();
  await a.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(2500); // longer than the loop
  await expect(a.getByRole('slider', { name: 'Position' })).toHaveValue(/[56]/);
  await page.reload(); // in mid-play
  await expect(a.getByRole('heading', { name: 'Second' })).toBeVisible();
  await expect(a.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  await expect(a.getByRole('slider', { name: 'Position' })).toHaveValue(/[56]/);
  await expect(a.getByRole('slider', { name: 'Pitch' })).toHaveValue('10');
  await expect(a.getByRole('button', { name: 'Key lock' })).toHaveAttribute('aria-pressed', 'true');
  await expect(crossfader).toHaveValue('39');
  await a.getByRole('button', { name: 'Play', exact: true }).click();
  await expectTone(page, 440);
});

creatorTest(
  'the decks play on when the session ends, and the recording catches up',
  { tag: '@desktop' },
  async ({ page, context, member, complaints }) => {
    complaints.allow(/status of 401/);
    complaints.allow(/status of 404/); // without the cookie
    complaints.allow(/No refresh token|was not loaded/);
    const { a, load } = await desk(page);
    await load('A', 'Second'); // 440 Hz
    await a.getByRole('button', { name: 'Play', exact: true }).click();
    await a.getByRole('button', { name: /^Loop/ }).click(); // the song is shorter than this test
    await page.getByRole('button', { name: 'Start Recording' }).click();
    await expect(page.locator('.desk-clock')).toHaveText('0:02');
    await context.clearCookies();
    await page.evaluate(() => {
      localStorage.setItem('access_token', 'e30.e30.e30');
      localStorage.removeItem('refresh_token');
    });
    await page.getByRole('searchbox', { name: 'Search the library' }).fill('third');
    const notice = page.getByRole('alert').filter({ hasText: 'Your session ended. The decks play on.' });
    await expect(notice).toBeVisible();
    await expectTone(page, 440);
    await expect(page.locator('.desk-clock')).toBeVisible(); // it still records
    const [tab] = await Promise.all([context.waitForEvent('page'), notice.getByRole('link', { name: 'Sign in in a new tab' }).click()]);
    await tab.getByLabel('Email').fill(member.email);
    await tab.getByLabel('Password', { exact: true }).fill(member.password);
    await tab.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(tab).not.toHaveURL(/login/);
    await tab.close();
    await expect(notice).toBeHidden();
    await expectTone(page, 440); // nothing was interrupted
    await page.getByRole('button', { name: 'Stop Recording' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your recording' });
    await expect(dialog.getByRole('status')).toHaveText('Uploaded'); // also what was recorded without a session
  },
);

creatorTest('a recording survives a reload, and becomes a mix', { tag: '@desktop' }, async ({ page }) => {
  const { b, load } = await desk(page);
  await load('B', 'Third');
  await b.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByRole('button', { name: 'Stop Recording' })).toBeVisible();
  await expect(page.locator('.desk-clock')).toHaveText('0:02');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('dialog', { name: 'Stop recording?' }).getByRole('button', { name: 'Keep recording' }).click();
  page.on('dialog', (dialog) => void dialog.accept()); // the browser asks, too
  await page.reload();
  await page.getByRole('button', { name: 'Open it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your recording' });
  await expect(dialog.getByRole('status')).toHaveText('Uploaded'); // also without the end, which the closed page did not send
  const title = `Night ${crypto.randomUUID()}`;
  await dialog.getByLabel('Name of the mix').fill(title);
  // The upload is real; a mix of it would be one more song of the library, which other tests count.
  await page.route('**/api/mixes', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 201, json: { id: 'm1' } }) : route.continue(),
  );
  const published = page.waitForRequest((call) => call.method() === 'POST' && call.url().endsWith('/api/mixes'));
  await dialog.getByRole('button', { name: 'Save mix' }).click();
  const mix = (await published).postDataJSON();
  expect(mix).toMatchObject({
    title,
    djName: 'Mara Member',
    isPublic: true,
    audioUrl: expect.stringMatching(/^\/media\/audio\/.+\.opus$/),
  });
  await expect(dialog).toBeHidden();
  await page.evaluate((address) => new Audio(address).play(), mix.audioUrl);
  await expectTone(page, 550);
});

creatorTest('words put two samples on the decks if nothing can be mixed or composed', { tag: '@desktop' }, async ({ page, complaints }) => {
  complaints.allow(/status of 409|Nothing was composed/);
  const wanted = { prompt: 'night', duration: 80, style: 'House', bpm: 128, key: 'Am', camelot: '8A' };
  const decks = [wanted, wanted].map((wanted) => ({ fits: false, wanted }));
  await page.route('**/api/automixes/pair?*', (route) => route.fulfill({ json: { decks, understood: null } }));
  await page.route('**/api/ai/generations', (route) => route.fulfill({ status: 409, json: { detail: 'This month is used up.' } }));
  const { a, b } = await desk(page);
  const generate = page.getByRole('button', { name: 'Generar Mix' });
  await page.getByRole('textbox', { name: 'Describe the mix' }).fill('  ');
  await expect(generate).toBeDisabled();
  await page.getByRole('textbox', { name: 'Describe the mix' }).fill('something for the night');
  await generate.click();
  await expect(page.getByRole('progressbar', { name: 'Looking for two tracks that fit…' })).toBeVisible();
  await expect(a.getByText('128.0')).toBeVisible({ timeout: 30_000 }); // the samples are made first
  await expect(a.getByText('Am', { exact: true })).toBeVisible();
  await expect(b.getByText('130.0')).toBeVisible();
  await expect(b.getByText('Cm', { exact: true })).toBeVisible();
  await expect(page.getByText('Not everything could be composed: This month is used up.')).toBeVisible();
  await b.getByRole('button', { name: 'Sync' }).click();
  await expect(b.getByText('128.0')).toBeVisible();
});

creatorTest('the controls show their keys', { tag: '@desktop' }, async ({ page }) => {
  const { a, b } = await desk(page);
  const shown = (control: Locator) => control.evaluate((element) => getComputedStyle(element, '::after').content);
  const play = a.getByRole('button', { name: 'Play', exact: true });
  expect(await shown(play)).toBe('none');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('button', { name: 'Show the keys on the controls' }).click();
  await page.keyboard.press('Escape');
  expect(await shown(play)).toBe('"Q"');
  expect(await shown(b.getByRole('button', { name: 'Hot cue 1', exact: true }))).toBe('"7"');
});

creatorTest('songs are found and loaded by keys, prepared for later, and played by Auto Mix', { tag: '@desktop' }, async ({ page }) => {
  const { a } = await desk(page);
  const search = page.getByRole('searchbox', { name: 'Search the library' });
  const songs = page.getByRole('grid', { name: 'Library' });
  await expect(songs).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('Second');
  await expect(songs.getByRole('row')).toHaveCount(1);
  await search.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(a.getByRole('heading', { name: 'Second' })).toBeVisible();
  await search.fill('');
  await page.getByRole('button', { name: 'Prepare: Third', exact: true }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Prepared 1' }).click();
  await expect(songs.getByRole('row')).toHaveCount(1);
  await page.keyboard.press('/');
  await search.press('ArrowDown');
  await page.keyboard.press('Shift+Digit2');
  await expect(page.getByRole('region', { name: 'Deck B' }).getByRole('heading', { name: 'Third' })).toBeVisible();
  await page.getByRole('button', { name: 'Load A: Third' }).click();
  await expect(a.getByRole('heading', { name: 'Third' })).toBeVisible();
  await page.getByRole('button', { name: 'Start Auto Mix' }).click();
  await expect(a.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Everything' }).click(); // what plays is no longer on the prepare list
  await page.getByRole('button', { name: 'Load A: Third' }).click();
  const question = page.getByRole('dialog', { name: 'Replace the track on deck A?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('region', { name: 'Auto Mix' }).getByRole('status')).toContainText('Next: Third, because');
  await page.getByRole('button', { name: 'Stop Auto Mix' }).click();
});
