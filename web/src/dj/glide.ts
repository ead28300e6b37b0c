/** Seconds that a control takes to reach its new value: no zipper noise. */
const SMOOTH = 0.012;

/** Moves a parameter to a value without a click. */
export const glide = (param: AudioParam, value: number, now: number) => param.setTargetAtTime(value, now, SMOOTH);
