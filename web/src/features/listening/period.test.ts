import { describe, expect, it } from 'vitest';
import { nameOf, periodOf } from './period';
import { wrapped } from './review-picture';

const on = (year: number, month: number, day: number) => new Date(year, month - 1, day, 23, 59);

describe('periods', () => {
  it.each([
    ['week', on(2026, 11, 21), 0, '2026-11-16', '2026-11-22'],
    ['week', on(2026, 11, 22), 0, '2026-11-16', '2026-11-22'],
    ['week', on(2026, 11, 23), 1, '2026-11-16', '2026-11-22'],
    ['week', on(2026, 1, 1), 0, '2025-12-29', '2026-01-04'],
    // The clocks change on these days in one place or another.
    ['week', on(2026, 3, 29), 0, '2026-03-23', '2026-03-29'],
    ['month', on(2026, 3, 31), 1, '2026-02-01', '2026-02-28'],
    ['month', on(2028, 2, 1), 0, '2028-02-01', '2028-02-29'],
    ['month', on(2026, 1, 15), 1, '2025-12-01', '2025-12-31'],
    ['year', on(2026, 6, 1), 2, '2024-01-01', '2024-12-31'],
  ] as const)('%s of %s, %i back', (unit, today, back, from, to) => {
    expect(periodOf(unit, today, back)).toEqual({ unit, from, to });
  });

  it('have names', () => {
    expect(nameOf(periodOf('month', on(2026, 11, 21)))).toBe('November 2026');
    expect(nameOf(periodOf('year', on(2026, 11, 21)))).toBe('2026');
    expect(nameOf(periodOf('week', on(2026, 11, 21)))).toMatch(/Nov 16\s–\s22, 2026/);
  });
});

describe('the texts of the picture', () => {
  const pen = { measureText: (text: string) => ({ width: [...text].length * 10 }) } as unknown as CanvasRenderingContext2D;
  it.each([
    ['short', 100, 1, ['short']],
    ['one two three', 70, 2, ['one two', 'three']],
    ['one two three four', 70, 2, ['one two', 'three…']],
    ['Donaudampfschifffahrt', 100, 1, ['Donaudamp…']],
    ['🎧🎧🎧🎧', 30, 1, ['🎧🎧…']],
  ])('%s', (text, width, most, lines) => expect(wrapped(pen, text, width, most)).toEqual(lines));
});
