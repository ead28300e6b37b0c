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

/** How two tracks go together, and why. */
export type Fit = {
  /** 0 to 100. */
  score: number;
  /** By how many percent the track has to change to have the tempo, its half or its double; null if a tempo is unknown. */
  change: number | null;
  key: 'same' | 'fits' | 'near' | 'clashes' | 'unknown';
  /** By how much its energy is higher, −1 to 1; null if one is unknown. */
  energy: number | null;
  /** 0 to 1, 1 for the most similar sound; null if it was not compared. */
  likeness: number | null;
};

const WEIGHTS = { tempo: 3, key: 2, energy: 1.5, likeness: 1 };
const WORST = WEIGHTS.tempo + WEIGHTS.key + WEIGHTS.energy + WEIGHTS.likeness;

/** How well a track goes after another one. A tempo beyond the range of the pitch fader, in percent, does not fit. */
export function fitOf(leader: Matchable, track: Matchable, likeness: number | null = null, range = 20): Fit {
  const change = changeOf(leader.bpm, track.bpm);
  const isFar = change !== null && Math.abs(change) > range;
  const energy = leader.energy === null || track.energy === null ? null : track.energy - leader.energy;
  const cost =
    WEIGHTS.tempo * (isFar ? 1 : tempoCost(leader.bpm, track.bpm)) +
    WEIGHTS.key * keyCost(leader.camelot, track.camelot) +
    WEIGHTS.energy * Math.abs(energy ?? 0.5) +
    WEIGHTS.likeness * (1 - (likeness ?? 0.5));
  return { score: Math.round(100 * (1 - cost / WORST)), change, key: relation(leader.camelot, track.camelot), energy, likeness };
}

/** The most that a tempo may change, in percent, in a track that fits. */
const NEAR = 8;

/** Whether all that is known of two tracks speaks for one after the other: tempos that are near, and keys that do not clash. */
export function isGood({ change, key }: Fit): boolean {
  return change !== null && Math.abs(change) <= NEAR && key !== 'clashes' && key !== 'unknown';
}

function changeOf(leader: number | null, own: number | null): number | null {
  if (!leader || !own) return null;
  const octaves = Math.log2(leader / own);
  return (2 ** (octaves - Math.round(octaves)) - 1) * 100;
}

function relation(a: string, b: string): Fit['key'] {
  if (!keyOf(a) || !keyOf(b)) return 'unknown';
  if (a === b) return 'same';
  const cost = keyCost(a, b);
  return cost === 0 ? 'fits' : cost < 1 ? 'near' : 'clashes';
}
