/** The main cue, in seconds; null before it is set. `isHeld` is whether its button is down and the deck plays from it. */
export type Cue = { point: number | null; isHeld: boolean };
/** What the cue button does: set the point, play from it while the button is down, return to it and pause, or nothing. */
export type CueDo = 'set' | 'preview' | 'return' | 'nothing';

/** The distance from the point, in seconds, up to which a position counts as at the point. */
const NEAR = 0.01;

/** The button goes down. As on many players, it keeps a point that is set; a separate button sets another one. */
export function press({ point }: Cue, isPlaying: boolean, position: number): CueDo {
  if (isPlaying) return 'return';
  if (point === null) return 'set';
  return Math.abs(position - point) <= NEAR ? 'preview' : 'return';
}

/** The button goes up: a preview returns to where it began, unless play was pressed in the meantime. */
export const release = ({ isHeld }: Cue): CueDo => (isHeld ? 'return' : 'nothing');
