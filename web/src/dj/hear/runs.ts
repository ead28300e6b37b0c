/** Beats at equal distances: the time of one of them, and the tempo. */
export type Run = { start: number; bpm: number };

/** A line through beats: the time of beat number `first` of them, and seconds per beat. */
type Line = { at: number; period: number };

/** Seconds that a beat may be off its place in a run. */
const NEAR = 0.035;
/** The share of beats that have to be near in a run that is the only one. */
const MOST = 0.75;
/** The fewest beats of a run, and those that are off in a row before another run begins. */
const [FEWEST, OFF] = [16, 4];
/** Seconds by which a round tempo may be off at the end of the track. */
const ROUND = 0.015;

/** Runs that the beats of a track, in seconds, follow: one if the tempo is steady. Empty if they follow none for long. */
export function runsOf(beats: readonly number[], weights: readonly number[]): Run[] {
  if (beats.length < FEWEST) return [];
  const whole = lineThrough(beats, weights);
  const near = share(beats, weights, whole);
  if (near >= MOST) return [rounded(whole, beats)];
  const runs = pieces(beats, weights);
  const covered = runs.reduce((sum, { count }) => sum + count, 0);
  return covered >= MOST * beats.length ? runs.map(({ line }) => ({ start: line.at, bpm: 60 / line.period })) : [];
}

/** The numbers of beats, counted in periods. */
function numbers(beats: readonly number[], period: number): number[] {
  let n = 0;
  return beats.map((beat, i) => {
    if (i > 0) n += Math.max(1, Math.round((beat - (beats[i - 1] as number)) / period));
    return n;
  });
}

/** The line of least squares through beats by their weight, drawn again several times without those that are off. */
function lineThrough(beats: readonly number[], weights: readonly number[]): Line {
  const over = Math.min(FEWEST, beats.length - 1);
  const periods = beats.slice(over).map((beat, i) => (beat - (beats[i] as number)) / over);
  const period = periods.sort((a, b) => a - b)[periods.length >> 1] ?? 0.5;
  const n = numbers(beats, period);
  let line = leastSquares(n, beats, weights);
  for (const reach of [4 * NEAR, 2 * NEAR, NEAR]) {
    const kept = weights.map((weight, i) => (Math.abs(off(beats[i] as number, line)) < reach ? weight : 0));
    if (kept.filter((weight) => weight > 0).length < FEWEST / 2) break;
    line = leastSquares(
      beats.map((beat) => Math.round((beat - line.at) / line.period)),
      beats,
      kept,
      line.at,
    );
  }
  return line;
}

/** Seconds from a time to the closest place on a line. */
const off = (beat: number, { at, period }: Line) => beat - at - Math.round((beat - at) / period) * period;

function leastSquares(n: readonly number[], beats: readonly number[], weights: readonly number[], none = beats[0] ?? 0): Line {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const mean = (values: readonly number[]) => values.reduce((sum, value, i) => sum + value * (weights[i] as number), 0) / total;
  const [x, y] = [mean(n), mean(beats)];
  let [up, across] = [0, 0];
  n.forEach((number, i) => {
    up += (weights[i] as number) * (number - x) * ((beats[i] as number) - y);
    across += (weights[i] as number) * (number - x) ** 2;
  });
  const period = across > 0 ? up / across : 0.5;
  return { at: across > 0 ? y - period * x : none, period };
}

/** The share of beats near a line, by weight. */
function share(beats: readonly number[], weights: readonly number[], line: Line): number {
  let [near, all] = [0, 0];
  beats.forEach((beat, i) => {
    all += weights[i] as number;
    if (Math.abs(off(beat, line)) < NEAR) near += weights[i] as number;
  });
  return all > 0 ? near / all : 0;
}

/** Cuts beats where the tempo changes. */
function pieces(beats: readonly number[], weights: readonly number[]): { line: Line; count: number }[] {
  const found: { line: Line; count: number }[] = [];
  for (let from = 0; from + FEWEST <= beats.length; ) {
    let to = from + FEWEST;
    let line = lineThrough(beats.slice(from, to), weights.slice(from, to));
    for (let misses = 0; to < beats.length && misses < OFF; to++) {
      misses = Math.abs(off(beats[to] as number, line)) < NEAR ? 0 : misses + 1;
      if (misses === 0 && (to - from) % 8 === 0) line = lineThrough(beats.slice(from, to + 1), weights.slice(from, to + 1));
    }
    const isRun = share(beats.slice(from, to), weights.slice(from, to), line) >= MOST;
    const at = line.at + Math.ceil(((beats[from] as number) - line.at) / line.period - 0.5) * line.period;
    if (isRun) found.push({ line: { ...line, at }, count: to - from });
    from = isRun ? Math.max(from + FEWEST, to === beats.length ? to : to - OFF) : from + OFF;
  }
  return found;
}

/** A tempo of whole or half BPM if the beats could have it as well: most music is made at one. */
function rounded({ at, period }: Line, beats: readonly number[]): Run {
  const exact = 60 / period;
  const bpm = Math.round(exact * 2) / 2;
  const [first, last] = [beats[0] ?? 0, beats.at(-1) ?? 0];
  const middle = at + Math.round(((first + last) / 2 - at) / period) * period;
  const drift = (((last - first) / 2) * Math.abs(exact - bpm)) / exact;
  return drift < ROUND ? { start: middle, bpm } : { start: middle, bpm: exact };
}
