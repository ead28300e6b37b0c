import { scriptOf } from './support/script';
import { expect, test } from './support/test';

// Renders the audio nodes without a sound card.

const RATE = 48_000;

declare const parts: typeof import('./support/graph-parts');

let script = '';
test.beforeAll(async () => {
  script = await scriptOf('./graph-parts.ts');
});
test.beforeEach(async ({ page }) => {
  await page.goto('about:blank');
  await page.addScriptTag({ content: script });
});

test('the limiter keeps peaks below full scale and does not change anything else', { tag: '@desktop' }, async ({ page }) => {
  const peaks = await page.evaluate(async (rate) => {
    const peakOf = async (level: number) => {
      const context = new OfflineAudioContext(1, rate, rate);
      const tone = new OscillatorNode(context, { frequency: 440 });
      const gain = new GainNode(context, { gain: level });
      const [from, to] = parts.limiter(context);
      tone.connect(gain).connect(from);
      to.connect(context.destination);
      tone.start();
      const samples = (await context.startRendering()).getChannelData(0).subarray(rate / 2);
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    };
    return { quiet: await peakOf(0.25), usual: await peakOf(0.9), double: await peakOf(2) };
  }, RATE);
  expect(peaks.quiet).toBeCloseTo(0.25, 3);
  expect(peaks.usual).toBeCloseTo(0.9, 2);
  expect(peaks.double).toBeLessThan(1);
});

test('the equaliser has the response of its curve', { tag: '@desktop' }, async ({ page }) => {
  const rows = await page.evaluate(async (rate) => {
    const gains = [6, -12, 0, 3, 0, -6, 0, 9, 0, -3];
    const levelAt = async (hertz: number) => {
      const context = new OfflineAudioContext(1, rate, rate);
      const tone = new OscillatorNode(context, { frequency: hertz });
      const volume = new GainNode(context, { gain: 0.1 });
      const dry = new GainNode(context);
      tone.connect(volume).connect(dry).connect(context.destination);
      const equaliser = new parts.Equaliser();
      equaliser.insert(context, volume, dry, context.destination);
      equaliser.set({ on: true, gains });
      tone.start();
      const samples = (await context.startRendering()).getChannelData(0).subarray(rate / 2);
      return 20 * Math.log10(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 0.1);
    };
    const found = [];
    for (const hertz of [62.5, 250, 1000, 4000, 7000]) {
      found.push({ hertz, heard: await levelAt(hertz), expected: parts.curveAt(gains, hertz) + parts.preampOf(gains) });
    }
    return found;
  }, RATE);
  for (const { hertz, heard, expected } of rows) expect(Math.abs(heard - expected), `${hertz} Hz`).toBeLessThan(0.2);
});

test('switching the equaliser on and off does not click', { tag: '@desktop' }, async ({ page }) => {
  const { step, own } = await page.evaluate(async (rate) => {
    const context = new OfflineAudioContext(1, rate, rate);
    const tone = new OscillatorNode(context, { frequency: 440 });
    const volume = new GainNode(context, { gain: 0.1 });
    const dry = new GainNode(context);
    tone.connect(volume).connect(dry).connect(context.destination);
    const equaliser = new parts.Equaliser();
    equaliser.insert(context, volume, dry, context.destination);
    const gains = [0, 0, 0, 0, -12, -12, 0, 0, 0, 0];
    tone.start();
    void context.suspend(0.25).then(() => {
      equaliser.set({ on: true, gains });
      void context.resume();
    });
    void context.suspend(0.6).then(() => {
      equaliser.set({ on: false, gains });
      void context.resume();
    });
    const samples = (await context.startRendering()).getChannelData(0);
    let most = 0;
    for (let i = 1; i < samples.length; i++) most = Math.max(most, Math.abs((samples[i] ?? 0) - (samples[i - 1] ?? 0)));
    return { step: most, own: (0.1 * 2 * Math.PI * 440) / rate };
  }, RATE);
  expect(step).toBeLessThan(own * 1.1);
});
