/** A pause this long starts a new count, in ms. */
const PAUSE = 2500;

/** The tempo of the last taps in BPM; null with fewer than four. `times` in ms, oldest first. */
export function tapTempo(times: readonly number[]): number | null {
  if (times.length < 4) return null;
  // A regression line through all taps is more stable than the mean of their distances.
  const n = times.length;
  const meanIndex = (n - 1) / 2;
  const mean = times.reduce((sum, at) => sum + at, 0) / n;
  let over = 0;
  let under = 0;
  times.forEach((at, i) => {
    over += (i - meanIndex) * (at - mean);
    under += (i - meanIndex) ** 2;
  });
  return Math.round((60_000 / (over / under)) * 10) / 10;
}

/** The taps that count, including a new one. */
export const addTap = (times: readonly number[], at: number): number[] =>
  times.length > 0 && at - (times.at(-1) ?? 0) > PAUSE ? [at] : [...times.slice(-15), at];
