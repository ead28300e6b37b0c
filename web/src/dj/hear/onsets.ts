import { spectrum } from './spectrum';

/** Frames of a sound at equal distances. */
export type Onsets = {
  /** Frames per second. */
  perSecond: number;
  /** How much begins in each frame, without what is usual around it. */
  strength: Float32Array;
  /** The same of the bass alone. */
  bass: Float32Array;
  /** The loudness of each band in each frame, BANDS numbers per frame. */
  bands: Float32Array;
};

export const BANDS = 20;
/** The bands below about 170 Hz, where kicks and basses are, and how much more they count than each other band. */
export const BASS = 6;
const BASS_WEIGHT = 2;
/** Samples of a frame, at about 12 kHz: 43 ms. */
const SIZE = 512;
/** About the number of frames in a second. */
const PER_SECOND = 100;
/** Hz at the edges of the lowest and the highest band. */
const [LOWEST, HIGHEST] = [40, 5000];
/** Frames to which each one is compared: until then, its window has moved on enough. */
const BACK = 2;
/** A rise that says nothing. */
const TREMBLING = 0.05;
/** Seconds on either side that tell what is usual. */
const AROUND = 0.4;
/** How strongly levels are compressed, as a multiple of the loudest one. */
const COMPRESSION = 300;

/** Finds what begins in a sound of one channel. */
export function onsetsOf(samples: Float32Array, rate: number): Onsets {
  const hop = Math.round(rate / PER_SECOND);
  const frames = Math.max(0, Math.floor((samples.length - SIZE) / hop));
  const bands = levels(samples, rate, hop, frames);
  const around = Math.round((AROUND * rate) / hop);
  const rises = (from: number, to: number) =>
    Float32Array.from({ length: frames }, (_, i) => {
      let sum = 0;
      for (let b = from; b < to && i >= BACK; b++) sum += riseOf(bands, i, b);
      return sum;
    });
  const [bass, rest] = [rises(0, BASS), rises(BASS, BANDS)];
  const all = rest.map((value, i) => value + BASS_WEIGHT * (bass[i] as number));
  return { perSecond: rate / hop, strength: unusual(all, around), bass: unusual(bass, around), bands };
}

/** How much louder a band is than it was. A steady sound, whose level trembles with the place of the window, has no rise. */
export const riseOf = (bands: Float32Array, frame: number, band: number) =>
  Math.max(0, (bands[frame * BANDS + band] ?? 0) - (bands[(frame - BACK) * BANDS + band] ?? 0) - TREMBLING);

function levels(samples: Float32Array, rate: number, hop: number, frames: number): Float32Array {
  const edges = Array.from({ length: BANDS + 1 }, (_, i) => Math.round((LOWEST * (HIGHEST / LOWEST) ** (i / BANDS) * SIZE) / rate));
  const [measure, bins, out] = [spectrum(SIZE), new Float32Array(SIZE / 2), new Float32Array(frames * BANDS)];
  let loudest = 1e-9;
  for (let i = 0; i < frames; i++) {
    measure(samples, i * hop, bins);
    for (let b = 0; b < BANDS; b++) {
      const from = Math.max(1, edges[b] as number);
      const to = Math.max(from + 1, edges[b + 1] as number);
      let sum = 0;
      for (let k = from; k < to; k++) sum += bins[k] ?? 0;
      out[i * BANDS + b] = sum;
      loudest = Math.max(loudest, sum);
    }
  }
  for (let i = 0; i < out.length; i++) out[i] = Math.log1p((COMPRESSION * (out[i] as number)) / loudest);
  return out;
}

/** What exceeds the mean of the values around each one. */
function unusual(values: Float32Array, around: number): Float32Array {
  const out = new Float32Array(values.length);
  let sum = 0;
  for (let i = -around; i < values.length; i++) {
    sum += values[i + around] ?? 0;
    sum -= values[i - around - 1] ?? 0;
    if (i >= 0) out[i] = Math.max(0, (values[i] as number) - sum / (2 * around + 1));
  }
  return out;
}
