import type { Clock } from '../../src/audio/clock';
import { Deck } from '../../src/dj/deck/deck';
import { BufferSound } from '../../src/dj/deck/deck-sound';
import { unknown } from '../../src/dj/deck/track';
import { EFFECTS, type Kind } from '../../src/dj/effects/kinds';
import { Rack } from '../../src/dj/effects/rack';
import { Channel } from '../../src/dj/mixer/channel';

// Renders the effects of a deck without a sound card; runs in the browser.

export { EFFECTS };

const RATE = 48_000;
const BPM = 120;
/** Seconds between steps of the clock. */
const STEP = 0.02;

/** The clock of a context that is rendered: its timers call back in the sound's own time. */
function clockOf(context: OfflineAudioContext): Clock {
  const timers = new Set<{ at: number; call: () => void }>();
  for (let at = STEP; at < context.length / RATE; at += STEP) {
    void context.suspend(at).then(() => {
      for (const timer of [...timers].filter((one) => one.at <= context.currentTime * 1000 + 1e-6)) {
        timers.delete(timer);
        timer.call();
      }
      void context.resume();
    });
  }
  return {
    now: () => context.currentTime * 1000,
    after(ms, call) {
      const timer = { at: context.currentTime * 1000 + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
}

/** steady: a tone on the left, drums and a chord on the right; click: one sample after a second. */
type Sound = 'steady' | 'click' | 'silence';

/** A sample of a side of a sound. */
function sampleOf(sound: Sound, side: number, n: number): number {
  const at = n / RATE;
  const beat = at % (60 / BPM);
  const sine = (hertz: number) => Math.sin(2 * Math.PI * hertz * at);
  if (sound === 'silence') return 0;
  if (sound === 'click') return n === RATE ? 0.8 : 0;
  if (side === 0) return 0.8 * sine(100);
  const kick = Math.sin(2 * Math.PI * 50 * beat) * Math.exp(-beat * 12);
  const hat = Math.sin(n * n * 0.7) * Math.exp(-((at + 0.25) % 0.5) * 60);
  return 0.45 * kick + 0.15 * hat + 0.05 * (sine(220) + sine(277) + sine(330) + sine(440));
}

type Scene = { deck: Deck; rack: Rack; context: OfflineAudioContext };

/** Renders a deck at 120 BPM whose sections begin at 0 and at 4 seconds. `acts` happen at their second; the deck plays from 0 on. */
export async function rendered(
  what: Sound,
  seconds: number,
  acts: readonly (readonly [at: number, act: (scene: Scene) => void])[],
): Promise<{ sides: [Float32Array, Float32Array]; scene: Scene }> {
  const context = new OfflineAudioContext(2, seconds * RATE, RATE);
  const clock = clockOf(context);
  const channel = new Channel(context, context.destination, context.createGain());
  const deck = new Deck(context, channel, { open: () => () => {}, change: () => {} }, clock);
  const scene = { deck, rack: new Rack(context, deck, clock), context };
  const buffer = context.createBuffer(2, 12 * RATE, RATE);
  for (const side of [0, 1])
    buffer.copyToChannel(
      Float32Array.from({ length: buffer.length }, (_, n) => sampleOf(what, side, n)),
      side,
    );
  const sections = [0, 4].map((start) => ({ start, end: start + 4, energy: 0.5, label: 'drop' as const }));
  const grid = { runs: [{ first: 0, start: 0, bpm: BPM }], downbeat: 0, meter: 4 };
  deck.load({ ...unknown(what), duration: 12, bpm: BPM, grid, sections }, new BufferSound(context, buffer, deck.input));
  deck.play();
  for (const [at, act] of acts) clock.after(at * 1000, () => act(scene));
  const sound = await context.startRendering();
  return { sides: [sound.getChannelData(0), sound.getChannelData(1)], scene };
}

const between = (samples: Float32Array, from: number, to: number) => samples.subarray(from * RATE, to * RATE);
export const peakOf = (samples: Float32Array, from = 0, to = Number.POSITIVE_INFINITY) =>
  between(samples, from, Math.min(to, samples.length / RATE)).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
export const rmsOf = (samples: Float32Array, from: number, to: number) => {
  const part = between(samples, from, to);
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
};
/** The largest second difference: the size of the hardest edge. */
export const edgeOf = (samples: Float32Array) => {
  let most = 0;
  for (let i = 2; i < samples.length; i++)
    most = Math.max(most, Math.abs((samples[i] ?? 0) - 2 * (samples[i - 1] ?? 0) + (samples[i - 2] ?? 0)));
  return most;
};
/** The largest difference of two sounds. */
export const differenceOf = (one: Float32Array, other: Float32Array, from: number, to: number) => {
  const rest = between(other, from, to);
  return between(one, from, to).reduce((most, sample, i) => Math.max(most, Math.abs(sample - (rest[i] ?? 0))), 0);
};
/** The seconds of the samples that are louder than a level, the first of each burst. */
export const burstsOf = (samples: Float32Array, level: number) => {
  const found: number[] = [];
  samples.forEach((sample, n) => {
    if (Math.abs(sample) > level && n / RATE - (found.at(-1) ?? -1) > 0.05) found.push(n / RATE);
  });
  return found;
};

export const turnOn =
  (kind: Kind, amount = 100, beats?: number) =>
  ({ rack: { slots } }: Scene) => {
    slots[0].setKind(kind);
    slots[0].setAmount(amount);
    if (beats !== undefined) slots[0].setBeats(beats);
    slots[0].turnOn();
  };
export const turnOff = ({ rack: { slots } }: Scene) => slots[0].turnOff();
