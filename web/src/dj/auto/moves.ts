import type { Join } from './plan';

/** Where the controls are during a join. Bands and filters have the positions of their knobs. */
export type Moves = {
  /** From 0, where only the first deck is heard, to 1, where only the next one is. */
  cross: number;
  lowOut: number;
  lowIn: number;
  midOut: number;
  filterOut: number;
};

const REST = 50;
/** The mids and the filter of the first deck at the end of a blend. */
const MID = 36;
const FILTER = 70;
/** Parts of a blend after which both decks are up, and from which the first one leaves. */
const UP = 0.25;
const DOWN = 0.75;

export const AT_REST: Omit<Moves, 'cross'> = { lowOut: REST, lowIn: REST, midOut: REST, filterOut: REST };

const ramp = (at: number, from: number, to: number) =>
  to <= from ? (at >= to ? 1 : 0) : Math.max(0, Math.min(1, (at - from) / (to - from)));
const between = (a: number, b: number, share: number) => a + (b - a) * share;

/** Where the controls are some seconds after a join began. */
export function movesAt(join: Join, seconds: number): Moves {
  const share = ramp(seconds, 0, join.length);
  if (join.kind === 'blend') return blended(join, seconds, share);
  // The echo sounds on through the channel of the first deck, so both are open at first.
  if (join.kind === 'echo') return { ...AT_REST, cross: between(0.5, 1, share) };
  return { ...AT_REST, cross: share };
}

function blended({ length, beat }: Join, seconds: number, share: number): Moves {
  const swap = ramp(seconds, length / 2 - beat, length / 2);
  return {
    cross: (ramp(share, 0, UP) + ramp(share, DOWN, 1)) / 2,
    lowOut: REST * (1 - swap),
    lowIn: REST * swap,
    midOut: between(REST, MID, ramp(share, 0.5, DOWN)),
    filterOut: between(REST, FILTER, ramp(share, DOWN, 1)),
  };
}
