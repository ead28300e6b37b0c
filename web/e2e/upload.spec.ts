import { writeFileSync } from 'node:fs';
import { type Dialog, expect, type Page, type TestInfo, test } from '@playwright/test';
import { register, signIn } from './support/accounts';
import { accounts } from './support/address';
import { expectTone, tapSound } from './support/sound';
import { wave } from './support/wave';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload Music' });
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Upload Files' });
const picker = (page: Page) => dialog(page).locator('input[type=file][multiple][accept*=audio]');

type Choice = { name: string; mimeType: string; buffer: Buffer };
const song = (name: string, hertz: number, seconds = 2): Choice => ({ name, mimeType: 'audio/wav', buffer: wave(hertz, seconds) });

/** A song of 18 MB, which is three requests. It is on disk, because passing a buffer of that size to the browser is slow. */
function longSong(info: TestInfo, name: string): string {
  const path = info.outputPath(name);
  writeFileSync(path, wave(440, 200));
  return path;
}

/** Signs in a new person and opens the dialog. */
async function open(page: Page) {
  const person = await register();
  await signIn(page.context(), person);
  await tapSound(page);
  await page.goto(`${accounts}/uploads`);
  await page.getByRole('button', { name: 'Upload Music' }).first().click();
  await expect(dialog(page)).toBeVisible();
}

/** Presses Upload Files and returns the text of the alert. */
async function upload(page: Page): Promise<string> {
  const said = new Promise<string>((resolve) =>
    page.once('dialog', (alert: Dialog) => {
      resolve(alert.message());
      void alert.accept();
    }),
  );
  await submit(page).click();
  return said;
}

/** Records the requests that change something. */
function writes(page: Page) {
  const calls: { method: string; path: string; offset: string | undefined; body: string | null }[] = [];
  page.on('request', (call) => {
    const path = new URL(call.url()).pathname;
    if (call.method() === 'GET' || !/^\/api\/(uploads|tracks)/.test(path)) return;
    const body = path === '/api/tracks' ? call.postData() : null;
    calls.push({ method: call.method(), path, offset: call.headers()['upload-offset'], body });
  });
  return calls;
}

test('uploaded files become songs that play', async ({ page }) => {
  await open(page);
  await expect(submit(page)).toBeDisabled();
  for (const format of ['MP3', 'FLAC', 'WAV', 'M4A']) await expect(dialog(page)).toContainText(format);
  const calls = writes(page);
  await picker(page).setInputFiles([song('Ada Sine - Night Tone.wav', 523), song('plain.name.wav', 659)]);
  await expect(submit(page)).toBeEnabled();
  expect(await upload(page)).toBe('Successfully uploaded 2 track(s)!');

  const saved = calls.filter((call) => call.path === '/api/tracks').map((call) => JSON.parse(call.body ?? ''));
  expect(saved).toHaveLength(2);
  for (const body of saved) {
    for (const key of ['title', 'artist', 'album', 'genre', 'duration', 'audioUrl', 'coverImageUrl', 'isAiGenerated', 'isPublic'])
      expect(body).toHaveProperty(key);
    expect(body.duration).toBeCloseTo(2, 1);
  }
  expect(saved.map((body) => [body.artist, body.title]).sort()).toEqual([
    ['Ada Sine', 'Night Tone'],
    ['Unknown Artist', 'plain.name'],
  ]);
  const firstTrack = calls.findIndex((call) => call.path === '/api/tracks');
  expect(calls.slice(0, firstTrack).every((call) => call.path.startsWith('/api/uploads/'))).toBe(true);

  await expect(dialog(page)).toHaveCount(0); // the page was reloaded
  await page.getByRole('button', { name: 'Play Night Tone by Ada Sine' }).click();
  await expectTone(page, 523);
});

test('an upload resumes after a lost connection', async ({ page }, info) => {
  await open(page);
  const calls = writes(page);
  let patches = 0;
  await page.route('**/api/uploads/*', async (route) => {
    // The second piece does not arrive, and neither does the next attempt.
    if (route.request().method() === 'PATCH' && ++patches > 1 && patches < 4) return route.abort('connectionreset');
    return route.continue();
  });
  await picker(page).setInputFiles(longSong(info, 'Ada Sine - Long Tone.wav'));
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  expect(await upload(page)).toBe('Successfully uploaded 1 track(s)!');
  const begun = calls.filter((call) => call.method === 'POST' && call.path.startsWith('/api/uploads'));
  expect(begun).toHaveLength(1);
  const offsets = calls.filter((call) => call.method === 'PATCH').map((call) => Number(call.offset));
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1); // the first piece was sent once
  expect(Math.max(...offsets)).toBeGreaterThan(8_000_000);
});

test('an upload is paused, and resumed after closing the dialog', async ({ page }, info) => {
  await open(page);
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await picker(page).setInputFiles(longSong(info, 'Slow.wav'));
  await dialog(page).getByRole('button', { name: 'Pause Slow.wav' }).click();
  await expect(dialog(page)).toContainText('Paused at');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Upload Music' }).first().click();
  await dialog(page).getByRole('button', { name: 'Resume Slow.wav' }).click();
  await expect(dialog(page)).toContainText('Ready', { timeout: 20_000 });
});

test('a file that is not music is refused with the reason', async ({ page }) => {
  await open(page);
  await picker(page).setInputFiles([
    { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<html><body>not a song</body></html>') },
  ]);
  await expect(dialog(page).getByRole('alert')).toContainText('web page');
  expect(await upload(page)).toBe('Error uploading some files. Check console for details.');
});

test('an error of the server is logged in the console, and the file stays in the list', async ({ page }) => {
  await open(page);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.route('**/api/tracks', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { detail: 'Something went wrong.' } }) : route.continue(),
  );
  await picker(page).setInputFiles([song('Stays.wav', 300)]);
  expect(await upload(page)).toBe('Error uploading some files. Check console for details.');
  expect(complaints.some((text) => text.includes('HTTP error! status: 500'))).toBe(true);
  await expect(dialog(page)).toContainText('Stays');
});

test('a duplicate is skipped, and edited tags are saved', async ({ page }) => {
  await open(page);
  await picker(page).setInputFiles([song('Twin.wav', 700)]);
  await dialog(page).getByRole('button', { name: 'Edit Twin.wav' }).click();
  await dialog(page).getByLabel('Title', { exact: true }).fill('First of two');
  await dialog(page).getByLabel('Album', { exact: true }).fill('Twins');
  await expect(dialog(page).getByRole('heading', { name: 'Twins · 1 file' })).toBeVisible();
  await upload(page);
  await page.getByRole('button', { name: 'Upload Music' }).first().click();
  await picker(page).setInputFiles([song('Twin again.wav', 700), song('Other.wav', 800)]);
  await expect(dialog(page)).toContainText('The same audio is already in the library: First of two');
  await dialog(page).getByLabel('What to do with Twin again.wav').selectOption('skip');
  expect(await upload(page)).toBe('Successfully uploaded 1 track(s)!');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
});

test('an uploaded song is made private and deleted', async ({ page }) => {
  await open(page);
  await picker(page).setInputFiles([song('Mine.wav', 350)]);
  await upload(page);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'More options for Mine' }).click();
  await page.getByRole('menuitem', { name: 'Make private' }).click();
  await expect(main).toContainText('Private');
  await main.getByRole('button', { name: 'More options for Mine' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(main).toContainText('Nothing uploaded yet');
});
