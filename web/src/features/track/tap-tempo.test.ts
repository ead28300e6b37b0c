import { expect, it } from 'vitest';
import { addTap, tapTempo } from './tap-tempo';

const taps = (...times: number[]) => times.reduce<number[]>((all, at) => addTap(all, at), []);

it('needs four presses', () => expect(tapTempo(taps(0, 500, 1000))).toBeNull());
it('finds the tempo of even presses', () => expect(tapTempo(taps(0, 500, 1000, 1500))).toBe(120));
it('averages uneven presses', () => expect(tapTempo(taps(0, 480, 1010, 1490, 2000, 2500))).toBeCloseTo(120, 0));
it('starts again after a pause', () => expect(tapTempo(taps(0, 500, 1000, 1500, 9000, 9500))).toBeNull());
it('forgets old presses', () => {
  const times = [...Array.from({ length: 16 }, (_, i) => i * 1000), ...Array.from({ length: 16 }, (_, i) => 16_000 + i * 500)];
  expect(tapTempo(taps(...times))).toBe(120);
});
