/** A pause this long begins a new count, in ms. */
const PAUSE = 2500;

/** The tempo of the last presses in BPM; null before there are four. `times` in ms, oldest first. */
export function tapTempo(times: readonly number[]): number | null {
  if (times.length < 4) return null;
  // A line through all presses is steadier than the mean of their distances.
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

/** The presses that count with a new one. */
export const addTap = (times: readonly number[], at: number): number[] =>
  times.length > 0 && at - (times.at(-1) ?? 0) > PAUSE ? [at] : [...times.slice(-15), at];
