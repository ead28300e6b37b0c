import { scriptOf } from './support/script';
import { expect, test } from './support/test';

// Renders the decks and the mixer of the DJ desk without a sound card.

declare const parts: typeof import('./support/desk-parts');

let script = '';
test.use({ session: null });
test.beforeAll(async () => {
  script = await scriptOf('./desk-parts.ts');
});
test.beforeEach(async ({ page }) => {
  await page.goto('about:blank');
  await page.addScriptTag({ content: script });
  await page.evaluate(helpers);
});

type Desk = { context: OfflineAudioContext; mixer: InstanceType<typeof parts.Mixer>; decks: InstanceType<typeof parts.Deck>[] };

declare global {
  interface Window {
    RATE: number;
    /** A desk of two decks with tones of those frequencies, on a context of some seconds. */
    deskWith(hertz: number[], seconds: number): Desk;
    rmsOf(samples: Float32Array): number;
    /** The level of one frequency, as the amplitude of a sine. */
    toneIn(samples: Float32Array, hertz: number): number;
    largestStep(samples: Float32Array): number;
  }
}

function helpers() {
  const rate = 48_000;
  window.RATE = rate;
  window.deskWith = (hertz, seconds) => {
    const context = new OfflineAudioContext(2, seconds * rate, rate);
    const mixer = new parts.Mixer(context, 2);
    mixer.setMaster(80);
    for (const [i, channel] of mixer.channels.entries()) mixer.setSide(channel, i === 0 ? 'a' : 'b');
    mixer.setCrossfader(50, 'cut');
    const memory = { open: () => () => {}, change: () => {} };
    const decks = mixer.channels.map((channel) => new parts.Deck(context, channel, memory, { now: () => 0, after: () => () => {} }));
    hertz.forEach((frequency, i) => {
      const buffer = context.createBuffer(1, 8 * rate, rate);
      buffer.getChannelData(0).forEach((_, n, all) => {
        all[n] = 0.25 * Math.sin((2 * Math.PI * frequency * n) / rate);
      });
      const deck = decks[i];
      deck?.load({ ...parts.unknown('Tone'), duration: 8 }, new parts.BufferSound(context, buffer, deck.input));
      deck?.setVolume(75);
    });
    return { context, mixer, decks };
  };
  window.rmsOf = (samples) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  window.toneIn = (samples, frequency) => {
    let [re, im] = [0, 0];
    samples.forEach((sample, n) => {
      re += sample * Math.cos((2 * Math.PI * frequency * n) / rate);
      im += sample * Math.sin((2 * Math.PI * frequency * n) / rate);
    });
    return (2 * Math.hypot(re, im)) / samples.length;
  };
  window.largestStep = (samples) => samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (samples[i - 1] ?? sample))), 0);
}

test('the equaliser is flat in the middle, and kills each band', { tag: '@desktop' }, async ({ page }) => {
  const found = await page.evaluate(async () => {
    const levelOf = async (hertz: number, eq: Partial<Record<'low' | 'mid' | 'high', number>>) => {
      const { context, decks } = window.deskWith([hertz], 2);
      for (const [band, position] of Object.entries(eq)) decks[0]?.setBand(band as 'low', position);
      decks[0]?.play();
      const samples = (await context.startRendering()).getChannelData(0).subarray(window.RATE);
      return 20 * Math.log10(window.toneIn(samples, hertz) / 0.25);
    };
    const flat = [];
    for (const hertz of [40, 100, 250, 700, 2500, 5000, 12_000]) flat.push(await levelOf(hertz, {}));
    return {
      flat,
      low: await levelOf(90, { low: 0 }),
      mid: await levelOf(800, { mid: 0 }),
      high: await levelOf(8000, { high: 0 }),
      all: await levelOf(250, { low: 0, mid: 0, high: 0 }),
      boosted: await levelOf(80, { low: 75 }),
      lowAlone: await levelOf(90, { mid: 0, high: 0 }),
    };
  });
  for (const level of found.flat) expect(Math.abs(level)).toBeLessThan(0.1);
  for (const level of [found.low, found.mid, found.high, found.all]) expect(level).toBeLessThan(-60);
  expect(found.boosted).toBeCloseTo(6, 1);
  expect(found.lowAlone).toBeCloseTo(0, 0);
});

test('the crossfader follows its three curves', { tag: '@desktop' }, async ({ page }) => {
  const rows = await page.evaluate(async () => {
    const levelsAt = async (position: number, curve: 'power' | 'linear' | 'cut') => {
      const { context, mixer, decks } = window.deskWith([400, 1000], 1.5);
      mixer.setCrossfader(position, curve);
      for (const deck of decks) deck.play();
      const samples = (await context.startRendering()).getChannelData(0).subarray(window.RATE / 2);
      return [400, 1000].map((hertz) => window.toneIn(samples, hertz) / 0.25);
    };
    return {
      ends: [await levelsAt(0, 'power'), await levelsAt(100, 'cut')],
      power: await levelsAt(50, 'power'),
      linear: await levelsAt(25, 'linear'),
      cut: await levelsAt(50, 'cut'),
    };
  });
  const near = (found: number[] | undefined, wanted: number[]) =>
    wanted.forEach((level, i) => {
      expect(Math.abs((found?.[i] ?? 9) - level)).toBeLessThan(0.01);
    });
  near(rows.ends[0], [1, 0]);
  near(rows.ends[1], [0, 1]);
  near(rows.power, [Math.SQRT1_2, Math.SQRT1_2]);
  near(rows.linear, [0.75, 0.25]);
  near(rows.cut, [1, 1]);
});

test('pitch +4 % makes 104 Hz of 100 Hz, and a filter and a fader take away what they should', { tag: '@desktop' }, async ({ page }) => {
  const found = await page.evaluate(async () => {
    const play = async (hertz: number, adjust: (deck: Desk['decks'][number]) => void) => {
      const { context, decks } = window.deskWith([hertz], 3);
      const [deck] = decks;
      if (deck) adjust(deck);
      deck?.play();
      return (await context.startRendering()).getChannelData(0).subarray(window.RATE);
    };
    const pitched = await play(100, (deck) => deck.setPitch(4));
    return {
      rate: [window.toneIn(pitched, 104), window.toneIn(pitched, 100)],
      lows: window.rmsOf(await play(100, (deck) => deck.setFilter(90))),
      highs: window.rmsOf(await play(8000, (deck) => deck.setFilter(10))),
      silent: window.rmsOf(await play(440, (deck) => deck.setVolume(0))),
      half: window.rmsOf(await play(440, (deck) => deck.setVolume(37.5))) / window.rmsOf(await play(440, () => {})),
    };
  });
  expect(found.rate[0]).toBeCloseTo(0.25, 2);
  expect(found.rate[1]).toBeLessThan(0.005);
  expect(found.lows).toBeLessThan(0.01);
  expect(found.highs).toBeLessThan(0.01);
  expect(found.silent).toBeLessThan(1e-6);
  expect(found.half).toBeCloseTo(0.25, 3);
});

test('the seams of a loop, its end and every jump are without a click', { tag: '@desktop' }, async ({ page }) => {
  const { looped, jumped, own } = await page.evaluate(async () => {
    // A tone whose phase differs wherever the loop begins and ends.
    const render = async (act: (deck: Desk['decks'][number]) => void) => {
      const { context, decks } = window.deskWith([331.7], 3);
      const [deck] = decks;
      deck?.play();
      void context.suspend(0.5).then(() => {
        if (deck) act(deck);
        void context.resume();
      });
      void context.suspend(2.2).then(() => {
        deck?.loops.leave();
        void context.resume();
      });
      return window.largestStep((await context.startRendering()).getChannelData(0).subarray(window.RATE / 10));
    };
    return {
      looped: await render((deck) => {
        deck.loops.setSize(1 / 8);
        deck.loops.toggle();
      }),
      jumped: await render((deck) => deck.seek(4.123)),
      own: (0.25 * 2 * Math.PI * 331.7) / window.RATE,
    };
  });
  // A hard cut would be a step of up to 0.5; two fading tones add a little to the tone's own.
  expect(looped).toBeLessThan(own * 1.5);
  expect(jumped).toBeLessThan(own * 1.5);
});

test('a cue and a loop keep their places to the sample', { tag: '@desktop' }, async ({ page }) => {
  const { at, inside } = await page.evaluate(async () => {
    const { context, decks } = window.deskWith([440], 3);
    const [deck] = decks;
    if (!deck) throw new Error('no deck');
    deck.seek(2);
    deck.mainCue.press();
    deck.seek(5);
    deck.mainCue.press();
    const cue = deck.position;
    deck.play();
    const places: number[] = [];
    void context.suspend(0.25).then(() => {
      deck.loops.toggle(); // 4 beats of 120 BPM
      void context.resume();
    });
    for (const at of [1, 2, 2.75]) {
      void context.suspend(at).then(() => {
        places.push(deck.position);
        void context.resume();
      });
    }
    await context.startRendering();
    const { loop } = deck.get();
    return { at: cue, inside: places.every((place) => loop !== null && place >= loop.from && place < loop.to) };
  });
  expect(at).toBe(2);
  expect(inside).toBe(true);
});

test('stems play like their mixdown to the sample, also from the middle of it, and mute leaves the others', { tag: '@desktop' }, async ({
  page,
}) => {
  const found = await page.evaluate(async () => {
    const tones = [300, 700, 1100, 1900];
    const render = async (how: 'mixdown' | 'stems' | 'exchange', mute = false) => {
      const { context, decks } = window.deskWith([], 2);
      const [deck] = decks;
      if (!deck) throw new Error('no deck');
      const buffers = tones.map((hertz) => {
        const buffer = context.createBuffer(1, 3 * window.RATE, window.RATE);
        buffer.getChannelData(0).forEach((_, n, all) => {
          all[n] = 0.1 * Math.sin((2 * Math.PI * hertz * n) / window.RATE);
        });
        return buffer;
      });
      const mixdown = context.createBuffer(1, 3 * window.RATE, window.RATE);
      mixdown.getChannelData(0).forEach((_, n, all) => {
        all[n] = buffers.reduce((sum, buffer) => sum + (buffer.getChannelData(0)[n] ?? 0), 0);
      });
      const stems = new parts.StemSound(context, buffers, 1, deck.input);
      if (mute) stems.setLevels([1, 0, 1, 1]);
      deck.load({ ...parts.unknown('Stems'), duration: 3 }, how === 'stems' ? stems : new parts.BufferSound(context, mixdown, deck.input));
      deck.setVolume(75);
      deck.setPitch(3);
      deck.play();
      if (how === 'exchange') {
        void context.suspend(0.5).then(() => {
          deck.exchange(stems);
          void context.resume();
        });
      }
      return (await context.startRendering()).getChannelData(0).subarray(window.RATE);
    };
    const mixdown = await render('mixdown');
    const apart = (samples: Float32Array) => samples.reduce((most, sample, n) => Math.max(most, Math.abs(sample - (mixdown[n] ?? 9))), 0);
    const muted = await render('stems', true);
    const left = tones.map((hertz) => 20 * Math.log10(window.toneIn(muted, hertz * 1.03) / window.toneIn(mixdown, hertz * 1.03)));
    return { stems: apart(await render('stems')), exchanged: apart(await render('exchange')), left };
  });
  expect(found.stems).toBeLessThan(1e-3); // a sample of lag would be 0.02
  expect(found.exchanged).toBeLessThan(1e-3);
  expect(found.left[1]).toBeLessThan(-60);
  for (const i of [0, 2, 3]) expect(Math.abs(found.left[i] ?? 9)).toBeLessThan(0.1);
});
