import { expect, it } from 'vitest';
import { decodePeaks } from './analysis';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;
const HEAD = [0x53, 0x4e, 0x50, 0x4b, 1, 3, 150, 0];

it('reads three bands', () => {
  expect(decodePeaks(bytes(...HEAD, 2, 0, 0, 0, 1, 2, 3, 4, 5, 6))).toEqual({
    perSecond: 150,
    low: new Uint8Array([1, 2]),
    mid: new Uint8Array([3, 4]),
    high: new Uint8Array([5, 6]),
  });
});

it.each([
  ['another kind of file', bytes(1, 2, 3)],
  ['a cut one', bytes(...HEAD, 2, 0, 0, 0, 1, 2)],
  ['another version', bytes(0x53, 0x4e, 0x50, 0x4b, 2, 3, 150, 0, 0, 0, 0, 0)],
  ['a length beyond reason', bytes(...HEAD, 255, 255, 255, 255, 1)],
])('refuses %s', (_, buffer) => {
  expect(() => decodePeaks(buffer)).toThrow('Not a waveform.');
});
