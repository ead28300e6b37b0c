import type { Onsets } from './onsets';

/** BPM that are looked for, and the one that is expected most. */
const [SLOWEST, FASTEST, USUAL] = [65, 195, 122];
/** How far a tempo may be from the usual one, in octaves, before it counts for less. */
const SPREAD = 0.8;
const STEP = 0.1;
/** Beats over which a tempo has to repeat. */
const REPEATS = 4;
/** How alike sound that is some beats apart has to be, 0 to 1. */
const LEAST = 0.09;
/** How much of its likeness a sound has to keep at twice the tempo so that this one counts: what is between the beats is as strong as they are. */
const EQUAL = 0.9;

/** The tempo of most of a sound, roughly; null without a steady beat. */
export function tempoOf({ strength, bass, perSecond }: Onsets): number | null {
  const frames = Math.ceil((REPEATS * 60 * perSecond) / SLOWEST) + 2;
  const [all, low] = [selfLikeness(strength, frames), selfLikeness(bass, frames)];
  const alike = all.map((value, lag) => (value + (low[lag] as number)) / 2);
  // Of some distances that fit by chance, such as one and a half beats between kick and hi-hat, every second one fits badly.
  const repeats = (bpm: number) => {
    const found = Array.from({ length: REPEATS }, (_, i) => at(alike, ((i + 1) * 60 * perSecond) / bpm));
    return (found.reduce((sum, value) => sum + value, 0) / REPEATS + Math.min(...found)) / 2;
  };
  let best = { bpm: 0, score: 0 };
  for (let bpm = SLOWEST; bpm <= FASTEST; bpm += STEP) {
    const score = repeats(bpm) * Math.exp(-0.5 * (Math.log2(bpm / USUAL) / SPREAD) ** 2);
    if (score > best.score) best = { bpm, score };
  }
  const { bpm } = best;
  if (bpm === 0 || repeats(bpm) < LEAST) return null;
  return 2 * bpm <= FASTEST && repeats(2 * bpm) >= EQUAL * repeats(bpm) ? 2 * bpm : bpm;
}

/** How alike a curve is to itself some frames later: the autocorrelation, 1 for the same. */
function selfLikeness(values: Float32Array, frames: number): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const out = new Float32Array(frames);
  for (let lag = 0; lag < frames; lag++) {
    let sum = 0;
    for (let i = lag; i < values.length; i++) sum += ((values[i] as number) - mean) * ((values[i - lag] as number) - mean);
    out[lag] = sum / Math.max(1, values.length - lag);
  }
  const own = out[0] || 1; // of silence, nothing is alike
  return out.map((value) => value / own);
}

/** The value between two frames. */
function at(values: Float32Array, frame: number): number {
  const before = Math.floor(frame);
  const share = frame - before;
  return (values[before] ?? 0) * (1 - share) + (values[before + 1] ?? 0) * share;
}
