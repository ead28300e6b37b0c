/** The time constant in seconds with which a control reaches its new value, without zipper noise. */
const SMOOTH = 0.012;

/** Moves a parameter to a value without a click. */
export const glide = (param: AudioParam, value: number, now: number) => param.setTargetAtTime(value, now, SMOOTH);
