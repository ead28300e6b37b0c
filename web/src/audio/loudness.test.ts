import { describe, expect, it } from 'vitest';
import { factorOf } from './loudness';

const decibels = (factor: number) => Math.round(20 * Math.log10(factor) * 100) / 100;

describe('factorOf', () => {
  it.each([
    ['quieter', { gain: -9, peak: 0 }, 0, -9],
    ['louder, as far as the peak allows', { gain: 12, peak: -6 }, 0, 5],
    ['with the preamp, still below full scale', { gain: -9, peak: -2 }, 15, 1],
    ['no louder when the peak is not known', { gain: 6, peak: null }, 3, 0],
    ['bounded', { gain: -90, peak: 0 }, 0, -24],
  ])('%s', (_, level, preamp, expected) => {
    expect(decibels(factorOf(level, preamp))).toBe(expected);
  });

  it('does not change a track without data', () => {
    expect(factorOf(null, 9)).toBe(1);
  });
});
