import { type Browser, expect, type Page, test } from '@playwright/test';
import { OwnServer } from './support/own-server';
import { loudness, tapSound } from './support/sound';

// Music that an operator approves is one more song of the library, so these tests have their own server.
test.describe.configure({ mode: 'serial' });

const server = new OwnServer(4798);
type State = Awaited<ReturnType<OwnServer['signIn']>>;
let operator: State;
let maker: Awaited<ReturnType<OwnServer['creator']>>;
let listener: Awaited<ReturnType<OwnServer['member']>>;

test.beforeAll(async () => {
  server.tone('A440.flac', 'sine=frequency=440:duration=5', { title: 'A440', artist: 'Fork' });
  await server.start();
  operator = await server.signIn(1);
  [maker, listener] = [await server.creator(), await server.member()];
});

test.afterAll(async () => {
  await Promise.all([maker.api.dispose(), listener.api.dispose()]);
  await server.remove();
});

/** A page on which somebody is signed in, and whose sound is measurable. */
async function pageOf(browser: Browser, storageState: State): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.base, storageState, serviceWorkers: 'block' });
  const page = await context.newPage();
  await tapSound(page);
  return page;
}

const audible = (page: Page) => expect.poll(() => loudness(page), { intervals: [50] }).toBeGreaterThan(0.01);

test(
  'what a member asks for is heard while it grows, and by others once it is approved',
  { tag: '@desktop' },
  async ({ browser }, info) => {
    const page = await pageOf(browser, maker.state);
    await page.goto('/ai-music');
    const growing = page.waitForRequest(/\/api\/ai\/generations\/\w+\/audio/);
    const field = page.getByRole('textbox', { name: 'What do you want to hear?' });
    await field.fill('techno at 130 BPM, 15 seconds');
    await field.press('Enter');
    const began = Date.now();
    await growing; // not the finished track
    await audible(page);
    info.annotations.push({ type: 'Enter to sound', description: `${Date.now() - began} ms` });

    const card = page.getByRole('log').getByRole('article');
    await expect(card.getByText('Waiting for review')).toBeVisible({ timeout: 30_000 });
    const title = (await card.getByRole('heading').textContent()) ?? '';
    await card.getByRole('button', { name: `More options for ${title}` }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Save the file' }).click();
    expect((await download).suggestedFilename()).toContain(title);
    await page.context().close();

    const other = await pageOf(browser, listener.state);
    await other.goto(`/search?q=${encodeURIComponent(title)}&tab=tracks`);
    await expect(other.getByRole('heading', { name: 'No tracks found' })).toBeVisible();
    const path = new URL(await (await download).url()).pathname;
    expect((await listener.api.get(path, { headers: listener.headers })).status()).toBe(404);

    const desk = await pageOf(browser, operator);
    await desk.goto('/admin/ia');
    await desk.getByRole('button', { name: `Review: ${title}` }).click();
    await desk.getByRole('dialog', { name: 'Review AI Music Track' }).getByRole('button', { name: 'Approve' }).click();
    await expect(desk.locator('[data-slot=toast]').filter({ hasText: `${title} is approved` })).toBeVisible();
    await desk.context().close();

    await other.reload();
    const found = other.getByRole('row').filter({ hasText: title });
    await expect(found.getByText('AI', { exact: true })).toBeVisible();
    await found.getByRole('button', { name: `Play ${title}` }).click();
    await audible(other);
    await other.context().close();
  },
);

test('the composer asks for more detail, and takes one wish at a time', { tag: '@desktop' }, async ({ browser }) => {
  const page = await pageOf(browser, listener.state);
  await page.goto('/ai-music');
  await expect(page.getByText('1 AI track')).toBeVisible(); // the one of the test before
  const log = page.getByRole('log');
  const field = page.getByRole('textbox', { name: 'What do you want to hear?' });
  await field.fill('   ');
  await field.press('Enter');
  await expect(field).toBeEnabled();
  await field.fill('hello');
  await field.press('Enter');
  await expect(field).toBeDisabled();
  await expect(log.getByText(/in more detail/)).toBeVisible();
  await expect(log.locator('[data-slot=line]')).toHaveCount(2); // not the blanks
  await expect(log.getByRole('article')).toHaveCount(0);

  const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('button');
  await expect(suggestions).toHaveCount(6);
  const wish = (await suggestions.first().textContent()) ?? '';
  await suggestions.first().click();
  await expect(field).toHaveValue(wish);
  await expect(field).toBeDisabled();
  for (const suggestion of await suggestions.all()) await expect(suggestion).toBeDisabled();
  await log.getByRole('article').getByRole('button', { name: 'Cancel' }).click();
  await expect(log.getByText('Cancelled.')).toBeVisible();
  await expect(log.locator('[data-slot=line]')).toHaveCount(4);
  await expect(field).toBeEnabled();
  await expect(field).toBeFocused();
  await page.context().close();
});

test('words on the DJ desk become pieces that play while they grow', { tag: '@desktop' }, async ({ browser }) => {
  test.slow(); // the last lines wait until both pieces are finished
  const page = await pageOf(browser, maker.state);
  await page.goto('/mixes?tab=crear');
  const deck = (name: string) => page.getByRole('region', { name: `Deck ${name}` });
  await page.getByRole('textbox', { name: 'Describe the mix' }).fill('something for the night');
  await page.getByRole('button', { name: 'Generar Mix' }).click();
  await expect(page.getByText('Composing deck A: House, 128 BPM, Am…')).toBeVisible();
  for (const [name, bpm, key] of [
    ['A', '128.0', 'Am'],
    ['B', '130.0', 'Cm'],
  ] as const) {
    await expect(deck(name).getByRole('button', { name: 'Play', exact: true })).toBeEnabled({ timeout: 30_000 });
    await expect(deck(name).getByText(bpm)).toBeVisible();
    await expect(deck(name).getByText(key, { exact: true })).toBeVisible();
    await page.getByRole('slider', { name: 'Crossfader' }).fill(name === 'A' ? '0' : '100');
    await deck(name).getByRole('button', { name: 'Play', exact: true }).click();
    await audible(page);
  }
  await deck('B').getByRole('button', { name: 'Sync' }).click();
  await expect(deck('B').getByText('128.0')).toBeVisible();
  await expect(page.getByText(/Deck A: .+, new House at 128 BPM in Am\./)).toBeVisible();
  for (const name of ['A', 'B']) await expect(deck(name).getByText('Dita Decks')).toBeVisible({ timeout: 60_000 }); // in the library
  await page.context().close();
});
