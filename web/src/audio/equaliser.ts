import type { Insert } from './graph';

/** ISO octaves, in Hz. */
export const BANDS = [31.25, 62.5, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000] as const;

/** dB, positive or negative. */
export const MAX_BAND = 12;

export const PRESETS = {
  flat: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  acoustic: [4, 4, 3, 1, 1, 1, 3, 3, 3, 2],
  bass: [6, 5, 4, 2, 0, 0, 0, 0, 0, 0],
  lessBass: [-6, -5, -4, -2, 0, 0, 0, 0, 0, 0],
  classical: [4, 3, 2, 1, 0, 0, 0, 2, 3, 3],
  dance: [4, 6, 4, 0, 1, 3, 4, 4, 3, 0],
  electronic: [4, 4, 1, 0, -2, 2, 1, 1, 3, 4],
  hiphop: [5, 4, 1, 3, -1, -1, 1, 0, 2, 3],
  jazz: [4, 3, 1, 2, -2, -2, 0, 1, 3, 4],
  loud: [6, 4, 0, 0, -2, 0, -1, -4, 5, 1],
  rock: [5, 4, 3, 1, -1, -1, 1, 2, 3, 4],
  treble: [0, 0, 0, 0, 0, 1, 2, 4, 5, 6],
  voice: [-4, -3, -1, 1, 3, 4, 4, 3, 1, -1],
} as const satisfies Record<string, readonly number[]>;

export type Preset = keyof typeof PRESETS | 'own';

/** gains are in dB, one per band. */
export type Curve = { on: boolean; gains: readonly number[] };

const Q = Math.SQRT2; // an octave
const SMOOTHING = 0.03; // seconds: avoids clicks when a slider moves or the curve is turned off
const RATE = 48_000;
const POINTS = 240;

/** The gain of one band at a frequency, in dB: the filter of the Web Audio specification. */
function bandAt(center: number, gain: number, hertz: number): number {
  const a = 10 ** (gain / 40);
  const w0 = (2 * Math.PI * center) / RATE;
  const alpha = Math.sin(w0) / (2 * Q);
  const w = (2 * Math.PI * hertz) / RATE;
  const power = (b0: number, b2: number) => {
    const b1 = -2 * Math.cos(w0);
    const re = b0 + b1 * Math.cos(w) + b2 * Math.cos(2 * w);
    const im = b1 * Math.sin(w) + b2 * Math.sin(2 * w);
    return re * re + im * im;
  };
  return 10 * Math.log10(power(1 + alpha * a, 1 - alpha * a) / power(1 + alpha / a, 1 - alpha / a));
}

/** The gain of a curve at a frequency, in dB. */
export const curveAt = (gains: readonly number[], hertz: number) =>
  BANDS.reduce((sum, center, i) => sum + (gains[i] ? bandAt(center, gains[i], hertz) : 0), 0);

/** The gain in dB that keeps the loudest frequency at its level. */
export function preampOf(gains: readonly number[]): number {
  let most = 0;
  for (let i = 0; i <= POINTS; i++) most = Math.max(most, curveAt(gains, 20 * 1000 ** (i / POINTS)));
  return -most;
}

type Chain = { context: BaseAudioContext; preamp: GainNode; filters: BiquadFilterNode[] };

/** A ten-band equaliser for everything that plays. When off, all bands are at 0 dB: it is never rewired during playback. */
export class Equaliser {
  #chain: Chain | null = null;
  #curve: Curve = { on: false, gains: PRESETS.flat };
  #place: Parameters<Insert> | null = null;

  /** Inserts itself into the graph; the nodes are created when the equaliser is first turned on. */
  readonly insert: Insert = (...place) => {
    this.#place = place;
    if (this.#curve.on) this.#build();
  };

  set(curve: Curve): void {
    this.#curve = curve;
    if (curve.on && !this.#chain) this.#build();
    const { on, gains } = curve;
    const { context, preamp, filters } = this.#chain ?? {};
    if (!context || !preamp || !filters) return;
    const now = context.currentTime;
    preamp.gain.setTargetAtTime(on ? 10 ** (preampOf(gains) / 20) : 1, now, SMOOTHING);
    for (const [i, filter] of filters.entries()) filter.gain.setTargetAtTime(on ? (gains[i] ?? 0) : 0, now, SMOOTHING);
  }

  #build(): void {
    if (!this.#place) return;
    const [context, from, dry, to] = this.#place;
    const preamp = context.createGain();
    const filters = BANDS.map((hertz) => {
      const filter = context.createBiquadFilter();
      filter.type = 'peaking';
      filter.frequency.value = hertz;
      filter.Q.value = Q;
      filter.gain.value = 0;
      return filter;
    });
    const wet = context.createGain();
    wet.gain.value = 0;
    const chain = [preamp, ...filters, wet];
    for (const [i, node] of chain.entries()) node.connect(chain[i + 1] ?? to);
    from.connect(preamp);
    // Both paths sound the same at this point, so one can fade into the other without a click.
    const now = context.currentTime;
    dry.gain.setValueAtTime(1, now);
    dry.gain.linearRampToValueAtTime(0, now + SMOOTHING);
    wet.gain.setValueAtTime(0, now);
    wet.gain.linearRampToValueAtTime(1, now + SMOOTHING);
    this.#chain = { context, preamp, filters };
    this.set(this.#curve);
  }
}
