/** The main cue: in seconds, null before it is set. `isHeld`: its button is down and the deck plays from it. */
export type Cue = { point: number | null; isHeld: boolean };
/** What a button does: sets the point, plays from it while the button is down, goes back to it and pauses, or nothing. */
export type CueDo = 'set' | 'preview' | 'return' | 'nothing';

/** How far from the point still counts as at it, in seconds. */
const NEAR = 0.01;

/** The button goes down. As on many players, a point that is set stays: setting another one is a button of its own. */
export function press({ point }: Cue, isPlaying: boolean, position: number): CueDo {
  if (isPlaying) return 'return';
  if (point === null) return 'set';
  return Math.abs(position - point) <= NEAR ? 'preview' : 'return';
}

/** The button goes up: a preview ends where it began, unless play was pressed meanwhile. */
export const release = ({ isHeld }: Cue): CueDo => (isHeld ? 'return' : 'nothing');
