import { beatAt, type Grid, snappedBeat, timeOf } from '../beat/grid';

/** A repeated part of a track, in seconds. */
export type Loop = { from: number; to: number };

/** A loop that a person keeps. The name may be empty; the pad is the one that it has in another DJ program. */
export type SavedLoop = Loop & { name: string; pad?: number };
/** Saved loops of a track. */
export const MAX_SAVED = 8;

export const LOOP_SIZES = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16, 32] as const;
/** The shortest loop in seconds: 1/32 of a beat at 200 BPM is 9 ms. */
const MIN = 0.005;

/** A size in the notation of DJs, such as 1/4. */
export const sizeLabel = (beats: number) => (beats < 1 ? `1/${Math.round(1 / beats)}` : String(beats));

/** The next larger or smaller size; the same size at the end of the list. */
export function neighbour(beats: number, step: 1 | -1): number {
  const at = LOOP_SIZES.findIndex((size) => size >= beats);
  return LOOP_SIZES[Math.max(0, Math.min(LOOP_SIZES.length - 1, at + step))] ?? beats;
}

/**
 * A loop of a number of beats at a position. With quantise it starts at the closest beat of the track, or, if shorter than a beat, at
 * the closest part of one.
 */
export function beatLoop(grid: Grid, seconds: number, beats: number, quantise: boolean): Loop {
  const start = quantise ? snappedBeat(grid, seconds, Math.min(1, beats)) : beatAt(grid, seconds);
  return { from: timeOf(grid, start), to: timeOf(grid, start + beats) };
}

/** The loop with its length multiplied by a factor, at the same start. */
export const scaled = (loop: Loop, factor: number): Loop => ({
  from: loop.from,
  to: loop.from + Math.max(MIN, (loop.to - loop.from) * factor),
});

/** A loop between two chosen points, or null if it would be empty. */
export function manualLoop(grid: Grid | null, from: number, to: number, quantise: boolean): Loop | null {
  const snap = (at: number) => (quantise && grid ? timeOf(grid, snappedBeat(grid, at)) : at);
  const loop = { from: snap(from), to: snap(to) };
  return loop.to - loop.from >= MIN ? loop : null;
}

/** The position in a loop of a position beyond its end. */
export function wrapped(loop: Loop, seconds: number): number {
  const length = loop.to - loop.from;
  return seconds < loop.to ? seconds : loop.from + ((seconds - loop.from) % length);
}
