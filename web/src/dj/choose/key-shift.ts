import { keyCost } from './match';

/** Semitones of the fifth between neighbouring hours on Camelot's wheel. */
const FIFTH = 7;

const READ = /^(1[0-2]|[1-9])([AB])$/;

/** The key some semitones higher, in Camelot's notation; the same text if it is none. */
export function shifted(camelot: string, semitones: number): string {
  const [, hour, mode] = READ.exec(camelot) ?? [];
  if (!hour) return camelot;
  const at = (((Number(hour) - 1 + semitones * FIFTH) % 12) + 12) % 12; // seven fifths are a semitone, octaves aside
  return `${at + 1}${mode}`;
}

/** The fewest semitones that bring a key into harmony with another one; null if a key is unknown. */
export function matchingShift(own: string, leader: string): number | null {
  if (!READ.test(own) || !READ.test(leader)) return null;
  const shifts = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6];
  return shifts.find((shift) => keyCost(shifted(own, shift), leader) === 0) ?? null;
}
