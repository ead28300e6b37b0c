import { expect, it } from 'vitest';
import { matchingShift, shifted } from './key-shift';
import { keyCost } from './match';

it('knows the keys some semitones away', () => {
  expect([shifted('8A', 1), shifted('8A', -1), shifted('8B', 2), shifted('8A', 12), shifted('', 3)]).toEqual(['3A', '1A', '10B', '8A', '']);
});

it('finds the shortest way to a key that fits, and none to an unknown one', () => {
  expect([matchingShift('8A', '9A'), matchingShift('8A', '3A'), matchingShift('8A', '1A'), matchingShift('8A', '')]).toEqual([
    0,
    1,
    -1,
    null,
  ]);
  for (const mode of ['A', 'B'])
    for (let hour = 1; hour <= 12; hour++) {
      const shift = matchingShift(`${hour}${mode}`, '8A');
      expect(Math.abs(shift ?? 99)).toBeLessThanOrEqual(mode === 'A' ? 3 : 6);
      expect(keyCost(shifted(`${hour}${mode}`, shift ?? 0), '8A')).toBe(0);
    }
});
