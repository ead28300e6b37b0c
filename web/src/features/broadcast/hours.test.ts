import { expect, test } from 'vitest';
import { curveBars, dayBars, hourBars } from './hours';

const now = new Date(2026, 4, 6, 15, 20).getTime();
const hour = (day: number, h: number, sessions: number) => ({
  at: new Date(2026, 4, day, h).toISOString(),
  sessions,
  seconds: sessions * 60,
});

test('every hour has a bar, even without listeners', () => {
  const bars = hourBars([hour(6, 13, 4), hour(6, 15, 2), hour(4, 15, 9)], now, 4, 'en');
  expect(bars.map(({ value }) => value)).toEqual([0, 4, 0, 2]);
  expect(bars[3]?.tick).toBe('3 PM');
  expect(bars[3]?.label).toMatch(/Wednesday.*3:00/);
});

test('days are the sums of their hours', () => {
  const bars = dayBars([hour(6, 1, 4), hour(6, 15, 2), hour(4, 15, 9)], now, 3, 'en');
  expect(bars.map(({ tick, value }) => [tick, value])).toEqual([
    ['Mon', 9],
    ['Tue', 0],
    ['Wed', 6],
  ]);
});

test('a song that has just started has one figure', () => {
  const moment = (seconds: number) => `${seconds} s`;
  expect(curveBars({ playId: 'p', listeners: 3, curve: [] }, moment).map(({ value }) => value)).toEqual([3]);
  expect(curveBars({ playId: 'p', listeners: 3, curve: [3, 5] }, moment).map(({ label }) => label)).toEqual(['0 s', '10 s']);
});
