import { expect, type Page, test } from '@playwright/test';
import { register, signIn } from './support/accounts';
import { accounts } from './support/address';
import { expectTone, tapSound } from './support/sound';
import { originals } from './support/test';
import { clicks } from './support/wave';

/** Signs in a new person, uploads a song of steady clicks, opens its page and waits for the analysis. */
async function openSong(page: Page, bpm: number): Promise<void> {
  await signIn(page.context(), await register());
  await tapSound(page);
  await page.addInitScript(originals);
  await page.goto(`${accounts}/uploads`);
  await page.getByRole('button', { name: 'Upload Music' }).first().click();
  await page
    .getByRole('dialog')
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: `Clicks ${bpm}.wav`, mimeType: 'audio/wav', buffer: clicks(bpm, 20) }]);
  page.once('dialog', (alert) => void alert.accept());
  await page.getByRole('button', { name: 'Upload Files' }).click();
  await page.getByRole('link', { name: `Clicks ${bpm}` }).click();
  await expect(page.getByRole('heading', { name: 'Sound', exact: true })).toBeVisible();
  await expect(page.getByText(`${bpm} BPM`, { exact: true }).first()).toBeVisible({ timeout: 40_000 });
}

const waveform = (page: Page) => page.getByRole('slider', { name: /^Waveform of/ });

test('tempo and waveform appear after the analysis, and a click in the waveform plays from there', async ({ page }) => {
  await openSong(page, 124);
  await expect(waveform(page)).toBeVisible();
  const inked = await waveform(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return Array.from(data).filter((value, i) => i % 4 === 3 && value > 0).length;
    });
  expect(inked).toBeGreaterThan(1000);
  const box = await waveform(page).boundingBox();
  await waveform(page).click({ position: { x: (box?.width ?? 0) / 2, y: 40 } });
  await expectTone(page, 1000);
  await expect.poll(() => page.evaluate(() => window.positions()[0] ?? 0)).toBeGreaterThan(9);
});

test('a corrected tempo stays until it is restored', async ({ page }) => {
  await openSong(page, 132);
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Tempo (BPM)' }).fill('abc');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a number above 0.');
  await dialog.getByRole('textbox', { name: 'Tempo (BPM)' }).fill('66');
  await dialog.getByRole('combobox', { name: 'Key' }).selectOption('F#m');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('66 BPM', { exact: true })).toBeVisible();
  await expect(page.getByText('corrected by hand')).toHaveCount(2);
  await page.getByRole('button', { name: 'Analyse again' }).click();
  await page.reload();
  await expect(page.getByText('66 BPM', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  await dialog.getByRole('button', { name: 'Restore measured values' }).click();
  await expect(page.getByText('132 BPM', { exact: true })).toBeVisible({ timeout: 15_000 });
});

test('tags show errors at their fields, and a saved change can be undone', async ({ page }) => {
  await openSong(page, 120);
  await page.getByRole('button', { name: 'More options for Clicks 120' }).first().click();
  await page.getByRole('menuitem', { name: 'Edit tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit tags' });
  await dialog.getByLabel('Year').fill('abcd');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Year')).toBeFocused();
  await dialog.getByLabel('Year').fill('1999');
  await dialog.getByLabel('Title').fill('Ticking');
  await dialog.getByLabel('Artist', { exact: true }).fill('Ada Sine; Björk Wave');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ticking' })).toBeVisible();
  await expect(page.getByText('1999')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clicks 120' })).toBeVisible();
});
