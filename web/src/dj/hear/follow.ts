import type { Onsets } from './onsets';

/** How strictly beats keep their distance, against how strongly something begins at them. */
const STRICT = 120;

/** The frames of the beats near a tempo that most begins at: the dynamic programming of Ellis (2007). */
export function followBeats({ strength, perSecond }: Onsets, bpm: number): number[] {
  const period = (60 * perSecond) / bpm;
  const [shortest, longest] = [Math.round(period / 2), Math.round(period * 2)];
  const cost = Float64Array.from({ length: longest + 1 }, (_, gap) => STRICT * Math.log(Math.max(1, gap) / period) ** 2);
  const scale = 1 / (deviation(strength) || 1);
  const score = new Float64Array(strength.length);
  const before = new Int32Array(strength.length).fill(-1);
  for (let i = 0; i < strength.length; i++) {
    let best = 0;
    for (let gap = shortest; gap <= longest && gap <= i; gap++) {
      const reached = (score[i - gap] as number) - (cost[gap] as number);
      if (reached > best) [best, before[i]] = [reached, i - gap];
    }
    score[i] = best + (strength[i] as number) * scale;
  }
  let last = Math.max(0, strength.length - Math.ceil(period));
  for (let i = last; i < strength.length; i++) if ((score[i] as number) > (score[last] as number)) last = i;
  const beats: number[] = [];
  for (let i = last; i >= 0; i = before[i] as number) beats.push(i);
  return beats.reverse();
}

function deviation(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
}
