import { expect, test } from 'vitest';
import { Gaps } from './gaps';

/** Keeps a piece each second, with pauses in ms of real time before some of them. */
function found(seconds: number, pauses: Record<number, number>, catchUp = false) {
  const gaps = new Gaps();
  let now = 1_000_000;
  let waiting = 0;
  return Array.from({ length: seconds }, (_, i) => {
    const pause = pauses[i] ?? 0;
    if (catchUp) waiting += pause;
    // What waited arrives at once, until it has caught up.
    const step = catchUp && waiting >= 1000 && pause === 0 ? 0 : 1000;
    if (step === 0) waiting -= 1000;
    now += step + pause;
    return gaps.kept(i + 1, now);
  }).filter((gap) => gap !== null);
}

test('a recording that keeps up with time has no gaps', () => expect(found(100, { 20: 800, 60: 900, 90: 700 })).toEqual([]));
test('sleep leaves a gap of its length where it began, and later ones count on their own', () =>
  expect(found(60, { 20: 720_000, 40: 10_000 })).toEqual([
    { at: 20, missing: 720 },
    { at: 40, missing: 10 },
  ]));
test('a page that was busy has lost nothing', () => expect(found(60, { 20: 15_000 }, true)).toEqual([]));
