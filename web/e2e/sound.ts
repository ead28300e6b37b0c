import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';

/** What a meter saw between the first sound and the moment it is read. */
type Meter = {
  /** The longest silence that sound followed, in seconds. */
  silence: number;
  /** The largest difference of two neighbouring samples: a click is far above what the tones themselves have. */
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

/** Makes the page's sound measurable; call it before goto. */
export const tapSound = (page: Page) => page.addInitScript({ path: file('./tap.js') });

/** Begins to look at every sample; the page has to have sounded before, and its test to run with bypassCSP. Answers how to read the meter. */
export async function startMeter(page: Page): Promise<() => Promise<Meter>> {
  await page.evaluate((code) => window.startMeter(code), readFileSync(file('./meter.worklet.js'), 'utf8'));
  return () => page.evaluate(() => window.readMeter());
}

/** A tone of that frequency is heard, louder than −40 dBFS. */
export async function expectTone(page: Page, hertz: number, timeout = 10_000) {
  const heard = async () => {
    const { rms, hertz: strongest } = await page.evaluate(() => window.sound());
    return rms > 0.01 && Math.abs(strongest - hertz) < 12 ? 'heard' : `${Math.round(strongest)} Hz at ${rms.toFixed(4)}`;
  };
  await expect.poll(heard, { timeout, intervals: [50], message: `a tone of ${hertz} Hz` }).toBe('heard');
}

/** Nothing plays and nothing is heard. */
export async function expectSilence(page: Page) {
  await expect.poll(() => page.evaluate(() => window.positions().length)).toBe(0);
  await expectQuiet(page);
}

/** Nothing is heard, whether something plays or not. */
export const expectQuiet = (page: Page) => expect.poll(() => page.evaluate(() => window.sound().rms)).toBeLessThan(0.001);

/** The loudness now, 0 to 1. */
export const loudness = (page: Page) => page.evaluate(() => window.sound().rms);

/** The loudness of one frequency now, in dBFS. */
export const levelAt = (page: Page, hertz: number) => page.evaluate((frequency) => window.levelAt(frequency), hertz);

/** Where the playing element stands, in seconds; −1 when nothing plays. */
export const position = (page: Page) => page.evaluate(() => window.positions()[0] ?? -1);
