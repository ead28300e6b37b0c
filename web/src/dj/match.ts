/** How well tracks go together: by keys on Camelot's wheel, tempos and energy. */

export type Matchable = { bpm: number | null; camelot: string; energy: number | null };

type Key = { hour: number; mode: string };

function keyOf(camelot: string): Key | null {
  const found = /^(1[0-2]|[1-9])([AB])$/.exec(camelot);
  return found ? { hour: Number(found[1]), mode: found[2] as string } : null;
}

/** From 0 for keys that share all notes, or all but one, to 1 for keys that clash; 0.5 if one is unknown. */
export function keyCost(a: string, b: string): number {
  const [one, other] = [keyOf(a), keyOf(b)];
  if (!one || !other) return 0.5;
  const apart = Math.abs(one.hour - other.hour);
  const steps = Math.min(apart, 12 - apart);
  if (one.mode === other.mode) return [0, 0, 0.5][steps] ?? 1;
  return steps === 0 ? 0 : steps === 1 ? 0.3 : 1;
}

/** From 0 for the same tempo, its half or its double, to 1 if one would have to change by more than 8 %; 0.5 if one is unknown. */
export function tempoCost(a: number | null, b: number | null): number {
  if (!a || !b) return 0.5;
  const octaves = Math.abs(Math.log2(a / b)) % 1;
  return Math.min(1, Math.min(octaves, 1 - octaves) / Math.log2(1.08));
}

/** The cost of a pair of tracks: the lower, the better they go together. */
export const matchCost = (a: Matchable, b: Matchable): number =>
  3 * tempoCost(a.bpm, b.bpm) + 2 * keyCost(a.camelot, b.camelot) + 1.5 * Math.abs((a.energy ?? 0.5) - (b.energy ?? 0.5));

const WORST = 3 + 2 + 1.5;

/** How well two tracks go together, 0 to 100. */
export const matchScore = (a: Matchable, b: Matchable): number => Math.round(100 * (1 - matchCost(a, b) / WORST));
