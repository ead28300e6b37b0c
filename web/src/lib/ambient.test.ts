import { describe, expect, it } from 'vitest';
import { dominant, lights, tintOf } from './ambient';

const pixels = (...colours: [number, number, number][]) => new Uint8ClampedArray(colours.flatMap((colour) => [...colour, 255]));

describe('the light of a cover', () => {
  it.each([
    ['red', [255, 0, 0], 29, 0.258],
    ['green', [0, 255, 0], 142, 0.295],
    ['blue', [0, 0, 255], -96, 0.313],
  ] as [string, [number, number, number], number, number][])('%s has the right OKLCH values', (_, rgb, hue, chroma) => {
    const tint = tintOf(...rgb);
    expect(tint.hue).toBeCloseTo(hue, 0);
    expect(tint.chroma).toBeCloseTo(chroma, 2);
  });

  it('has the hue of a few vivid pixels, not of many grey ones', () => {
    const grey = Array.from({ length: 50 }, (): [number, number, number] => [120, 120, 122]);
    expect(Math.abs(dominant(pixels(...grey, [220, 60, 40], [215, 62, 44])).hue - 31)).toBeLessThan(15);
  });

  it('is nearly grey for a picture without colour', () => {
    expect(dominant(pixels([0, 0, 0], [255, 255, 255])).chroma).toBeLessThan(0.02);
  });

  it('stays dark and pale enough for text', () => {
    expect(lights({ hue: 140, chroma: 0.3 }, 'dark')[0]).toBe('oklch(0.36 0.110 140)');
    expect(lights({ hue: 140, chroma: 0.3 }, 'light')[0]).toBe('oklch(0.91 0.060 140)');
  });
});
