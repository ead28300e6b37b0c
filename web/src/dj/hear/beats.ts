import { evenGrid, gridOfRuns } from '../beat/edit';
import { type Grid, timeOf } from '../beat/grid';
import { followBeats } from './follow';
import { BANDS, BASS, type Onsets, onsetsOf, riseOf } from './onsets';
import { type Run, runsOf } from './runs';
import { tempoOf } from './tempo';

/** A sound of one channel. */
export type ToHear = { samples: Float32Array<ArrayBuffer>; rate: number };

/** The beats of a bar. Other meters are not told apart: people set them. */
const METER = 4;
/** Seconds around each beat in which its exact place is looked for, and the length of a step. */
const [REACH, FINE] = [0.06, 0.002];
/** How many times as much bass has to begin between the beats. */
const CLEARLY = 1.3;
/** How strongly the levels of the steps are compressed. */
const COMPRESSION = 1000;

/** The beat grid of a sound of one channel at about 12 kHz; null if it has no steady beat. */
export function beatsOf(samples: Float32Array, rate: number): Grid | null {
  const duration = samples.length / rate;
  const onsets = onsetsOf(samples, rate);
  const bpm = tempoOf(onsets);
  if (bpm === null) return null;
  const frames = followBeats(onsets, bpm);
  const weights = frames.map((i) => Math.max(onsets.strength[i] as number, onsets.strength[i + 1] ?? 0));
  const runs = runsOf(
    frames.map((i) => i / onsets.perSecond),
    weights,
  );
  const [first] = runs;
  if (!first) return null;
  const placed = onAttacks(samples, rate, onBass(onsets, runs, duration), duration);
  const grid = placed.length === 1 ? evenGrid(first.bpm, placed[0]?.start ?? 0, METER, duration) : gridOfRuns(placed, 0, METER, duration);
  return { ...grid, downbeat: downbeatOf(onsets, grid, duration) };
}

/** Moves runs by half a beat where the bass begins there rather than on the beats: what was followed is the hi-hat. */
function onBass({ bands, perSecond }: Onsets, runs: readonly Run[], duration: number): Run[] {
  return runs.map((run, i) => {
    const period = 60 / run.bpm;
    const from = i === 0 ? run.start - Math.floor(run.start / period) * period : run.start;
    const bassAt = (shift: number) => {
      let sum = 0;
      for (let beat = from + shift; beat < (runs[i + 1]?.start ?? duration); beat += period)
        for (let frame = Math.round(beat * perSecond) - 2; frame <= beat * perSecond + 2; frame++)
          for (let b = 0; b < BASS; b++) sum += riseOf(bands, frame, b);
      return sum;
    };
    return bassAt(period / 2) > CLEARLY * bassAt(0) ? { ...run, start: run.start + period / 2 } : run;
  });
}

/** Moves runs so that their beats begin where the sound does. */
function onAttacks(samples: Float32Array, rate: number, runs: readonly Run[], duration: number): Run[] {
  const rises = risesOf(samples, rate);
  return runs.map((run, i) => {
    const period = 60 / run.bpm;
    const from = i === 0 ? run.start - Math.floor(run.start / period) * period : run.start;
    return { ...run, start: run.start + lateness(rises, from, runs[i + 1]?.start ?? duration, period) };
  });
}

/** How much louder each short step of a sound is than the one before. */
function risesOf(samples: Float32Array, rate: number): Float32Array {
  const step = FINE * rate;
  const out = new Float32Array(Math.floor(samples.length / step));
  for (let i = 0, before = 0; i < out.length; i++) {
    let energy = 0;
    for (let k = Math.round(i * step); k < Math.round((i + 1) * step); k++) energy += (samples[k] as number) ** 2;
    const level = Math.log1p(COMPRESSION * energy);
    out[i] = Math.max(0, level - before);
    before = level;
  }
  return out;
}

/** Seconds by which what begins at the beats is later than these, on average. */
function lateness(rises: Float32Array, from: number, to: number, period: number): number {
  const reach = Math.round(REACH / FINE);
  const folded = new Float32Array(2 * reach + 1);
  for (let beat = from; beat < to; beat += period) {
    const middle = Math.floor(beat / FINE);
    for (let d = -reach; d <= reach; d++) folded[d + reach] = (folded[d + reach] as number) + (rises[middle + d] ?? 0);
  }
  const best = folded.indexOf(Math.max(...folded));
  let [sum, weight] = [0, 0];
  for (let d = best - 1; d <= best + 1; d++) {
    sum += (folded[d] ?? 0) * (d - reach);
    weight += folded[d] ?? 0;
  }
  return weight > 0 ? (sum / weight) * FINE : 0;
}

/** Which of the beats begins bars: what changes most, changes there. */
function downbeatOf({ bands, perSecond }: Onsets, grid: Grid, duration: number): number {
  const sums = new Float64Array(METER);
  const last = new Float32Array(BANDS);
  for (let beat = 0; timeOf(grid, beat + 1) < duration; beat++) {
    const [from, to] = [timeOf(grid, beat), timeOf(grid, beat + 1)].map((seconds) => Math.round(seconds * perSecond)) as [number, number];
    let change = 0;
    for (let b = 0; b < BANDS; b++) {
      let sum = 0;
      for (let i = from; i < to; i++) sum += bands[i * BANDS + b] ?? 0;
      const mean = sum / Math.max(1, to - from);
      change += Math.abs(mean - (last[b] as number));
      last[b] = mean;
    }
    sums[beat % METER] = (sums[beat % METER] as number) + change ** 2;
  }
  return sums.indexOf(Math.max(...sums));
}
