import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';

/** The measurements of a meter from the first sound until it is read. */
type Meter = {
  /** The longest silence between sounds, in seconds. */
  silence: number;
  /** The largest difference between two consecutive samples. A click is far larger than the steps of the tones. */
  step: number;
};

declare global {
  interface Window {
    sound(): { rms: number; hertz: number };
    positions(): number[];
    levelAt(hertz: number): number;
    clickToSound(button: HTMLElement): Promise<number>;
    startMeter(code: string): Promise<void>;
    readMeter(): Promise<Meter>;
  }
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Makes the page's sound measurable. Call it before goto. */
export const tapSound = (page: Page) => page.addInitScript({ path: file('./tap.js') });

/** Starts to measure every sample and returns a function that reads the meter. The page must have played before, with bypassCSP. */
export async function startMeter(page: Page): Promise<() => Promise<Meter>> {
  await page.evaluate((code) => window.startMeter(code), readFileSync(file('./meter.worklet.js'), 'utf8'));
  return () => page.evaluate(() => window.readMeter());
}

/** Expects a tone of that frequency above −40 dBFS. */
export async function expectTone(page: Page, hertz: number, timeout = 10_000) {
  const heard = async () => {
    const { rms, hertz: strongest } = await page.evaluate(() => window.sound());
    return rms > 0.01 && Math.abs(strongest - hertz) < 12 ? 'heard' : `${Math.round(strongest)} Hz at ${rms.toFixed(4)}`;
  };
  await expect.poll(heard, { timeout, intervals: [50], message: `a tone of ${hertz} Hz` }).toBe('heard');
}

/** Expects that nothing plays and nothing is audible. */
export async function expectSilence(page: Page) {
  await expect.poll(() => page.evaluate(() => window.positions().length)).toBe(0);
  await expectQuiet(page);
}

/** Expects that nothing is audible, whether something plays or not. */
export const expectQuiet = (page: Page) => expect.poll(() => page.evaluate(() => window.sound().rms)).toBeLessThan(0.001);

/** The current level (RMS), 0 to 1. */
export const loudness = (page: Page) => page.evaluate(() => window.sound().rms);

/** The current level of one frequency, in dBFS. */
export const levelAt = (page: Page, hertz: number) => page.evaluate((frequency) => window.levelAt(frequency), hertz);

/** The position of the playing element, in seconds; −1 if nothing plays. */
export const position = (page: Page) => page.evaluate(() => window.positions()[0] ?? -1);
