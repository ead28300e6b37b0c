import type { Sound } from '@/api/analysis';

/** The beats of a track: one or more runs of evenly spaced beats from the analysis. */
export type Grid = {
  runs: readonly Run[];
  /** The number of a beat that begins a bar. */
  downbeat: number;
  /** Beats per bar. */
  meter: number;
};
/** `first` is the number of its first beat, `start` that beat's time in seconds. */
type Run = { first: number; start: number; bpm: number };

/** The grid of an analysis, or null without a steady beat. */
export function gridOf({ grid, downbeat, meter }: Pick<Sound, 'grid' | 'downbeat' | 'meter'>): Grid | null {
  let first = 0;
  const runs = grid
    .filter(({ bpm }) => bpm > 0)
    .map(({ start, bpm, beats }) => {
      const run = { first, start, bpm };
      first += beats;
      return run;
    });
  return runs.length === 0 ? null : { runs, downbeat, meter: meter || 4 };
}

/** The run at a place; the first one also counts before its start. */
function runAt(grid: Grid, key: 'first' | 'start', at: number): Run {
  let found = grid.runs[0] as Run;
  for (const run of grid.runs) if (run[key] <= at) found = run;
  return found;
}

/** Converts seconds to beats, with fractions; continues before the first and after the last beat. */
export function beatAt(grid: Grid, seconds: number): number {
  const { first, start, bpm } = runAt(grid, 'start', seconds);
  return first + ((seconds - start) * bpm) / 60;
}

/** Converts beats to seconds. */
export function timeOf(grid: Grid, beat: number): number {
  const { first, start, bpm } = runAt(grid, 'first', beat);
  return start + ((beat - first) * 60) / bpm;
}

/** The tempo at a time. */
export const bpmAt = (grid: Grid, seconds: number) => runAt(grid, 'start', seconds).bpm;

/** The time of the closest beat. */
export const nearestBeat = (grid: Grid, seconds: number) => timeOf(grid, Math.round(beatAt(grid, seconds)));

/** The number of the closest beat, or of the closest part of one, at which something in the track can begin: none before 0:00. */
export const snappedBeat = (grid: Grid, seconds: number, part = 1) =>
  Math.max(Math.round(beatAt(grid, seconds) / part), Math.ceil(beatAt(grid, 0) / part)) * part;

/** Whether a beat begins a bar. */
export const isDownbeat = (grid: Grid, beat: number) => (((beat - grid.downbeat) % grid.meter) + grid.meter) % grid.meter === 0;

/** The position after a jump of some beats. */
export const jumped = (grid: Grid, seconds: number, beats: number) => timeOf(grid, beatAt(grid, seconds) + beats);
