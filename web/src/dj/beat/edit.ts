import { beatAt, bpmAt, type Grid, nearestBeat, timeOf } from './grid';

/** BPM that the server accepts. */
export const [MIN_BPM, MAX_BPM] = [20, 400] as const;
export const METERS = [2, 3, 4, 5, 6, 7, 8] as const;

type Run = { start: number; bpm: number };
/** A part of a grid that an edit changes: the runs from this one on. */
export type Scope = number;
export const WHOLE: Scope = 0;

const isTempo = (bpm: number) => bpm >= MIN_BPM && bpm <= MAX_BPM;
/** Rounds off what adding up leaves, so that a beat at 0 is not before the track. */
const TINY = 1e-9;

/**
 * The grid of some runs: its beats begin with the first one of the track and are numbered from 0. A run whose beats are at the wrong
 * distance to the next gets as many as fit best. `bar` is the time of a beat that begins a bar.
 */
export function gridOfRuns(runs: readonly Run[], bar: number, meter: number, duration: number): Grid {
  const sorted = [...runs].sort((a, b) => a.start - b.start).filter(({ start }, i) => i === 0 || start < duration);
  const inside = sorted.slice(
    Math.max(
      0,
      sorted.findLastIndex(({ start }) => start <= 0),
    ),
  );
  const kept = inside.filter((run, i) => {
    const next = inside[i + 1];
    return !next || next.start - run.start > 30 / run.bpm; // half a beat
  });
  const made: { first: number; start: number; bpm: number }[] = [];
  for (const { start, bpm } of kept) {
    const last = made.at(-1);
    if (last) made.push({ first: last.first + Math.max(1, Math.round(((start - last.start) * last.bpm) / 60)), start, bpm });
    else made.push({ first: 0, start: Math.max(0, start - Math.floor((start * bpm) / 60 + TINY) * (60 / bpm)), bpm });
  }
  const grid = { runs: made, downbeat: 0, meter };
  return { ...grid, downbeat: ((Math.round(beatAt(grid, bar)) % meter) + meter) % meter };
}

const barOf = (grid: Grid) => timeOf(grid, grid.downbeat);

/** An even grid with a beat that begins a bar at a time. */
export const evenGrid = (bpm: number, bar: number, meter: number, duration: number): Grid =>
  gridOfRuns([{ start: bar, bpm }], bar, meter, duration);

/** Moves the beats of a part by some seconds. */
export function shifted(grid: Grid, seconds: number, scope: Scope, duration: number): Grid {
  const runs = grid.runs.map(({ start, bpm }, i) => ({ start: i >= scope ? start + seconds : start, bpm }));
  const from = grid.runs[scope];
  const isMoved = scope === WHOLE || (from !== undefined && grid.downbeat >= from.first);
  return gridOfRuns(runs, barOf(grid) + (isMoved ? seconds : 0), grid.meter, duration);
}

/** Moves the beats of a part by a share of a beat at a place, such as ½. */
export const shiftedByBeats = (grid: Grid, beats: number, seconds: number, scope: Scope, duration: number): Grid =>
  shifted(grid, (beats * 60) / bpmAt(grid, seconds), scope, duration);

/** Doubles (2) or halves (0.5) the tempo of a part; null if it leaves the range. The beats that begin bars stay beats. */
export function scaledTempo(grid: Grid, factor: 2 | 0.5, scope: Scope, duration: number): Grid | null {
  const part = grid.runs.slice(scope);
  if (part.some(({ bpm }) => !isTempo(bpm * factor))) return null;
  const runs = grid.runs.map(({ first, start, bpm }, i) => {
    if (i < scope) return { start, bpm };
    const isOdd = factor === 0.5 && Math.abs(first - grid.downbeat) % 2 === 1;
    return { start: isOdd ? start + 60 / bpm : start, bpm: bpm * factor };
  });
  return gridOfRuns(runs, barOf(grid), grid.meter, duration);
}

/** Gives a part one tempo; the closest beat to a place stays where it is. null if the tempo is out of range. */
export function withTempo(grid: Grid, bpm: number, seconds: number, scope: Scope, duration: number): Grid | null {
  if (!isTempo(bpm)) return null;
  if (scope === WHOLE) {
    const beat = Math.round(beatAt(grid, seconds));
    const ahead = (((beat - grid.downbeat) % grid.meter) + grid.meter) % grid.meter;
    const at = timeOf(grid, beat);
    return gridOfRuns([{ start: at, bpm }], at - (ahead * 60) / bpm, grid.meter, duration);
  }
  const from = grid.runs[scope]?.start ?? duration;
  const runs = [...grid.runs.slice(0, scope), { start: from, bpm }];
  return gridOfRuns(runs, barOf(grid), grid.meter, duration);
}

/** Moves the beats of a part so that the closest one falls on a place. */
export const withBeatAt = (grid: Grid, seconds: number, scope: Scope, duration: number): Grid =>
  shifted(grid, seconds - nearestBeat(grid, seconds), scope, duration);

/** Lets a bar begin with the closest beat to a place. */
export function withDownbeat(grid: Grid, seconds: number): Grid {
  const beat = Math.round(beatAt(grid, seconds));
  return { ...grid, downbeat: ((beat % grid.meter) + grid.meter) % grid.meter };
}

/** Changes the beats of a bar. The bars continue from the one that begins closest to a place. */
export function withMeter(grid: Grid, meter: number, seconds: number): Grid {
  const bars = Math.round((beatAt(grid, seconds) - grid.downbeat) / grid.meter);
  const beat = grid.downbeat + bars * grid.meter;
  return { ...grid, meter, downbeat: ((beat % meter) + meter) % meter };
}

/** Begins a new run with the closest beat to a place, which changes no beat; edits of that scope change only what follows. */
export function split(grid: Grid, seconds: number): { grid: Grid; scope: Scope } {
  const first = Math.round(beatAt(grid, seconds));
  const at = grid.runs.findLastIndex((run) => run.first <= first);
  const run = grid.runs[at];
  if (!run || run.first === first) return { grid, scope: Math.max(0, at) };
  const added = { first, start: timeOf(grid, first), bpm: run.bpm };
  return { grid: { ...grid, runs: grid.runs.toSpliced(at + 1, 0, added) }, scope: at + 1 };
}

/** Taps that make a tempo, and the share of a beat by which they may miss. */
const [ENOUGH, LOOSE] = [4, 0.25];

/**
 * The tempo and a beat of places in the track at which somebody tapped, by the line of least squares through them; null if they are too
 * few or too uneven. A tap may be missing.
 */
export function tapped(places: readonly number[]): { bpm: number; beat: number } | null {
  const gaps = places.slice(1).map((place, i) => place - (places[i] as number));
  const period = [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
  if (places.length < ENOUGH || !isTempo(60 / period)) return null;
  let beat = 0;
  const beats = [0, ...gaps.map((gap) => (beat += Math.max(1, Math.round(gap / period))))];
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(beats), mean(places)];
  const steep = beats.reduce((sum, b, i) => sum + (b - x) * ((places[i] as number) - y), 0);
  const length = steep / beats.reduce((sum, b) => sum + (b - x) ** 2, 0);
  const first = y - length * x;
  const isEven = places.every((place, i) => Math.abs(place - first - length * (beats[i] as number)) < LOOSE * length);
  return isEven && isTempo(60 / length) ? { bpm: 60 / length, beat: first } : null;
}
