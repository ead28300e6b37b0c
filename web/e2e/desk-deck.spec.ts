import { scriptOf } from './support/script';
import { expect, test } from './support/test';

// Renders decks without a sound card: what the stretcher, a hand on the record, and sync do to the sound.

declare const parts: typeof import('./support/deck-parts');

let script = '';
test.use({ session: null });
test.beforeAll(async () => {
  script = await scriptOf('./deck-parts.ts');
});
test.beforeEach(async ({ page, baseURL }) => {
  // Worklets need a page that counts as encrypted; one of this machine does.
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(`${baseURL}/empty`);
  await page.addScriptTag({ content: script });
  await page.evaluate(helpers);
});

type Studio = { context: OfflineAudioContext; desk: InstanceType<typeof parts.Desk>; tick: (ms: number) => void };
type Wave = (seconds: number) => number;

declare global {
  interface Window {
    /** A desk of up to four decks that play waves, on a context of some seconds. Its clock stands until `tick`. */
    studio(waves: Wave[], seconds: number, bpm?: number[]): Studio;
    /** Calls at times of the rendering, in seconds, and returns the left side of what was rendered. */
    render(studio: Studio, calls: [at: number, call: () => void][]): Promise<Float32Array>;
    level(samples: Float32Array, hertz: number): number;
    /** Times in seconds at which something begins after silence. */
    onsets(samples: Float32Array): number[];
  }
}

function helpers() {
  const rate = 48_000;
  window.studio = (waves, seconds, bpm = []) => {
    const context = new OfflineAudioContext(2, seconds * rate, rate);
    let now = 0;
    let waiting: { at: number; call: () => void }[] = [];
    const clock = {
      now: () => now,
      after: (ms: number, call: () => void) => {
        const one = { at: now + ms, call };
        waiting.push(one);
        return () => {
          waiting = waiting.filter((other) => other !== one);
        };
      },
    };
    const tick = (ms: number) => {
      now = ms;
      for (const one of waiting.filter(({ at }) => at <= now)) {
        waiting = waiting.filter((other) => other !== one);
        one.call();
      }
    };
    const desk = new parts.Desk(context, clock, { get: () => null, set: () => {}, remove: () => {} });
    desk.setShown(4);
    desk.setCurve('cut');
    waves.forEach((wave, i) => {
      const deck = desk.decks[i];
      const duration = seconds + 10;
      const buffer = context.createBuffer(1, duration * rate, rate);
      buffer.getChannelData(0).forEach((_, n, all) => {
        all[n] = wave(n / rate);
      });
      const beats = bpm[i];
      const grid = beats ? { runs: [{ first: 0, start: 0, bpm: beats }], downbeat: 0, meter: 4 } : null;
      deck?.load({ ...parts.unknown('Tone'), duration, grid, bpm: beats ?? null }, new parts.BufferSound(context, buffer, deck.input));
    });
    return { context, desk, tick };
  };
  window.render = async ({ context, tick }, calls) => {
    for (let block = 0; block * 0.016 < context.length / rate; block++) {
      const at = block * 0.016;
      const due = calls.filter(([time]) => time >= at && time < at + 0.016);
      void context.suspend(at).then(() => {
        tick(at * 1000);
        for (const [, call] of due) call();
        void context.resume();
      });
    }
    return (await context.startRendering()).getChannelData(0);
  };
  window.level = (samples, frequency) => {
    let [re, im] = [0, 0];
    samples.forEach((sample, n) => {
      re += sample * Math.cos((2 * Math.PI * frequency * n) / rate);
      im += sample * Math.sin((2 * Math.PI * frequency * n) / rate);
    });
    return (2 * Math.hypot(re, im)) / samples.length;
  };
  window.onsets = (samples) => {
    const found: number[] = [];
    let quiet = 0;
    samples.forEach((sample, n) => {
      if (Math.abs(sample) < 0.02) quiet++;
      else {
        if (quiet > rate / 20) found.push(n / rate);
        quiet = 0;
      }
    });
    return found;
  };
}

test('the key lock keeps 200 Hz at +4 %, a shift of 3 semitones makes 523 Hz of A, and both are heard at once', {
  tag: '@desktop',
}, async ({ page }) => {
  const found = await page.evaluate(async () => {
    const sine = (hertz: number) => (seconds: number) => 0.25 * Math.sin(2 * Math.PI * hertz * seconds);
    const play = async (hertz: number, adjust: (deck: Studio['desk']['decks'][number]) => Promise<void>) => {
      const studio = window.studio([sine(hertz)], 3);
      const [deck] = studio.desk.decks;
      if (!deck) throw new Error('no deck');
      await adjust(deck);
      return window.render(studio, [[0.496, () => deck.play()]]);
    };
    const locked = await play(200, async (deck) => {
      deck.setPitch(4);
      await deck.setKeyLock(true);
    });
    const shifted = await play(440, (deck) => deck.setKeyShift(3));
    const later = (samples: Float32Array) => samples.subarray(72_000);
    return {
      locked: [window.level(later(locked).subarray(0, 24_000), 200), window.level(later(locked), 208)],
      shifted: [window.level(later(shifted), 523.25), window.level(later(shifted), 440)],
      begins: shifted.findIndex((sample) => Math.abs(sample) > 0.05) / 48_000 - 0.496,
      step: shifted.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (shifted[i - 1] ?? sample))), 0),
    };
  });
  expect(found.locked[0]).toBeGreaterThan(0.1);
  expect(found.locked[1]).toBeLessThan(0.02);
  expect(found.shifted[0]).toBeGreaterThan(0.2);
  expect(found.shifted[1]).toBeLessThan(0.02);
  expect(found.begins).toBeLessThan(0.03);
  expect(found.step).toBeLessThan(0.03); // 0.014 is the tone's own at 523 Hz
});

test('a hand moves the sound to and fro without a click, and slip brings the beat back', { tag: '@desktop' }, async ({ page }) => {
  const found = await page.evaluate(async () => {
    const studio = window.studio([(seconds) => 0.25 * Math.sin(2 * Math.PI * 220 * seconds)], 4);
    const [deck] = studio.desk.decks;
    if (!deck) throw new Error('no deck');
    const places: number[] = [];
    const hand = Array.from({ length: 90 }, (_, i): [number, () => void] => [
      1.04 + i * 0.016,
      () => {
        deck.scratch.by(0.03 * Math.cos((2 * Math.PI * i) / 30)); // three turns to and fro, at up to twice the speed
        places.push(deck.position);
      },
    ]);
    const samples = await window.render(studio, [
      [0.1, () => deck.play()],
      [0.2, () => deck.set({ slip: true })],
      [1, () => deck.scratch.begin()],
      ...hand,
      [2.6, () => deck.scratch.end()],
      [3.5, () => places.push(deck.position)],
    ]);
    const step = (from: number, to: number) => {
      let most = 0;
      for (let n = from * 48_000; n < to * 48_000; n++) most = Math.max(most, Math.abs((samples[n] ?? 0) - (samples[n - 1] ?? 0)));
      return most;
    };
    const moving = samples.subarray(1.1 * 48_000, 2.3 * 48_000);
    return {
      own: (0.25 * 2 * Math.PI * 220) / 48_000,
      step: step(0.5, 3.9),
      range: Math.max(...places.slice(0, -1)) - Math.min(...places.slice(0, -1)),
      loud: Math.sqrt(moving.reduce((sum, one) => sum + one * one, 0) / moving.length),
      slipped: places.at(-1),
      after: window.level(samples.subarray(3 * 48_000), 220),
    };
  });
  expect(found.step).toBeLessThan(found.own * 4); // at most twice the speed, and what two fading sounds add
  expect(found.range).toBeGreaterThan(0.2);
  expect(found.loud).toBeGreaterThan(0.1);
  expect(Math.abs((found.slipped ?? 0) - 3.4)).toBeLessThan(0.03); // where it would be without the hand
  expect(found.after).toBeCloseTo(0.25, 2);
});

test('a record comes to rest and up to speed, and four decks add up at their sides of the crossfader', { tag: '@desktop' }, async ({
  page,
}) => {
  const found = await page.evaluate(async () => {
    const sine = (hertz: number) => (seconds: number) => 0.1 * Math.sin(2 * Math.PI * hertz * seconds);
    const record = window.studio([sine(400)], 4);
    const [deck] = record.desk.decks;
    deck?.setVinyl(true);
    const samples = await window.render(record, [
      [0.1, () => deck?.play()],
      [2, () => deck?.pause()],
    ]);
    const turns = (from: number, to: number) => {
      let crossings = 0;
      for (let n = Math.round(from * 48_000); n < to * 48_000; n++) if ((samples[n - 1] ?? 0) < 0 && (samples[n] ?? 0) >= 0) crossings++;
      return crossings / (to - from);
    };
    const four = window.studio([400, 700, 1000, 1300].map(sine), 2);
    four.desk.setCurve('power');
    four.desk.setCrossfader(0);
    const [, , , last] = four.desk.decks;
    if (last) four.desk.setSide(last, 'through');
    const sum = await window.render(four, [[0.1, () => four.desk.decks.forEach((one) => void one.play())]]);
    return {
      up: [turns(0.15, 0.25), turns(1, 1.5)],
      down: [turns(2.3, 2.5), turns(2.65, 2.8)],
      rest: Math.max(...samples.subarray(3.5 * 48_000)),
      four: [400, 700, 1000, 1300].map((hertz) => window.level(sum.subarray(48_000), hertz) / 0.1),
    };
  });
  expect(found.up[0]).toBeLessThan(200);
  expect(found.up[1]).toBeCloseTo(400, -1);
  expect(found.down[0]).toBeGreaterThan(found.down[1] ?? 0);
  expect(found.down[1]).toBeLessThan(120);
  expect(found.rest).toBeLessThan(1e-3);
  expect(found.four.map((level) => +level.toFixed(1))).toEqual([1, 0, 1, 1]);
});

test('the rest of a track takes over from its beginning in mid-play, and nobody hears it', { tag: '@desktop' }, async ({ page }) => {
  const found = await page.evaluate(async () => {
    const [rate, seconds, at] = [48_000, 4, 1.488];
    const tone = (second: number) => 0.2 * Math.sin(2 * Math.PI * 220 * second) + 0.1 * Math.sin(2 * Math.PI * 1730 * second * second);
    /** Plays a deck with all of a track, or with its first two seconds until the rest takes over. */
    const play = async (isWhole: boolean, adjust: (deck: Studio['desk']['decks'][number]) => Promise<void> | void, place = 0) => {
      const studio = window.studio([tone], seconds);
      const [deck] = studio.desk.decks;
      if (!deck) throw new Error('no deck');
      const soundOf = (length: number) => {
        const buffer = studio.context.createBuffer(1, length * rate, rate);
        buffer.getChannelData(0).forEach((_, n, all) => {
          all[n] = tone(n / rate);
        });
        return new parts.BufferSound(studio.context, buffer, deck.input, length > 2);
      };
      deck.exchange(soundOf(isWhole ? 10 : 2));
      await adjust(deck);
      let wasStalled = false;
      const calls: [number, () => void][] = [
        [0.096, () => (place ? deck.seek(place) : undefined)],
        [0.112, () => deck.play()],
        [at - 0.016, () => deck.check()],
      ];
      if (!isWhole) {
        calls.push([at, () => (wasStalled = deck.get().isStalled)]);
        calls.push([at, () => deck.exchange(soundOf(10))]);
      }
      return { samples: await window.render(studio, calls), wasStalled, isStalled: deck.get().isStalled };
    };
    const compare = async (...how: [(deck: Studio['desk']['decks'][number]) => Promise<void> | void, number?]) => {
      const [all, parted] = [await play(true, ...how), await play(false, ...how)];
      const differs = (from: number) =>
        all.samples.reduce((most, sample, i) => (i < from * rate ? most : Math.max(most, Math.abs(sample - (parted.samples[i] ?? 0)))), 0);
      return { ever: differs(0), after: differs(at + 0.05), stalled: [parted.wasStalled, parted.isStalled] };
    };
    return {
      plain: await compare(() => {}),
      faster: await compare((deck) => deck.setPitch(4)),
      locked: await compare(async (deck) => {
        deck.setPitch(4);
        await deck.setKeyLock(true);
      }),
      looped: await compare((deck) => deck.loopFrom(0.3, { from: 0.3, to: 0.8 }, 0.3)),
      beyond: await compare(() => {}, 5),
    };
  });
  for (const how of ['plain', 'faster', 'locked', 'looped'] as const) {
    expect(found[how].ever, how).toBeLessThan(0.02); // of 0.3; a step of 0.1 ms would exceed it
    expect(found[how].stalled).toEqual([false, false]);
  }
  expect(found.beyond.after).toBeLessThan(0.02);
  expect(found.beyond.stalled).toEqual([true, false]);
});
