import { expect, test } from 'vitest';
import { dayName, minutesOf, spanOf, wallTime } from './week';

test('times of day are written and read', () => {
  expect(wallTime(785)).toBe('13:05');
  expect(wallTime(1440 + 30)).toBe('00:30');
  expect(minutesOf('13:05')).toBe(785);
  expect(minutesOf('')).toBeUndefined();
  expect(spanOf(22 * 60, 60)).toBe(180);
  expect(spanOf(60, 60)).toBe(1440);
  expect(dayName(1)).toBe('Monday');
  expect(dayName(7, 'short')).toBe('Sun');
});
