/**
 * What the cue button does. `fixed` keeps a point that is set; `denon` does so, too, but play sets it where a paused deck starts. `cdj`,
 * which is also how Mixxx begins, sets the point wherever the deck is paused. `cup` plays from the point when the button goes up.
 */
export const CUE_MODES = ['fixed', 'cdj', 'denon', 'cup'] as const;
export type CueMode = (typeof CUE_MODES)[number];

/** The main cue, in seconds; null before it is set. `isHeld` is whether its button is down and the deck plays from it. */
export type Cue = { mode: CueMode; point: number | null; isHeld: boolean };
/** What the cue button does: set the point, play from it while the button is down, return to it and pause, or nothing. */
export type CueDo = 'set' | 'preview' | 'return' | 'nothing';

/** The distance from the point, in seconds, up to which a position counts as at the point. */
const NEAR = 0.01;

export const isAt = (point: number | null, position: number) => point !== null && Math.abs(position - point) <= NEAR;

/** The button goes down. */
export function press({ mode, point }: Cue, isPlaying: boolean, position: number): CueDo {
  if (isPlaying) return 'return';
  if (point === null) return 'set';
  if (isAt(point, position)) return mode === 'cup' ? 'nothing' : 'preview';
  return mode === 'fixed' || mode === 'denon' ? 'return' : 'set';
}

/** The button goes up: a preview returns to where it began, unless play was pressed in the meantime. */
export const release = ({ isHeld }: Cue): CueDo => (isHeld ? 'return' : 'nothing');
