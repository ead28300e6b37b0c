import { beatAt, type Grid, timeOf } from './grid';

/** Factors between tempos that count as the same. */
const FOLDS = [0.5, 1, 2] as const;

/** The rate that brings a tempo to the leader's, its half or its double; null if that is outside the range (a share, such as 0.08). */
export function syncRate(leader: number, own: number, range: number): number | null {
  const rates = FOLDS.map((fold) => (fold * leader) / own).sort((a, b) => Math.abs(Math.log2(a)) - Math.abs(Math.log2(b)));
  const [best] = rates;
  return best !== undefined && Math.abs(best - 1) <= range + 1e-9 ? best : null;
}

/** Where a track plays: its beats and a position in seconds. */
export type Place = { grid: Grid; position: number };

/**
 * How far a deck has to move, in seconds of its track, so that its beats fall on those of the leader: the shorter way.
 * A deck at half the tempo of the leader meets every second beat, and one at twice the tempo each second of its own.
 */
export function phaseShift(leader: Place, own: Place, fold = 1): number {
  const ahead = beatAt(own.grid, own.position);
  const target = beatAt(leader.grid, leader.position) * fold;
  const unit = Math.min(1, fold);
  const off = target - ahead;
  const shift = off - Math.round(off / unit) * unit;
  return timeOf(own.grid, ahead + shift) - own.position;
}

/** How many beats of the deck pass during one beat of the leader. */
export const foldOf = (leader: number, own: number): number =>
  FOLDS.reduce(
    (best, fold) => (Math.abs(Math.log2((fold * leader) / own)) < Math.abs(Math.log2((best * leader) / own)) ? fold : best),
    1 as number,
  );
