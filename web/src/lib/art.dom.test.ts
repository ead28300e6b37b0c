import { expect, it } from 'vitest';
import { artOf } from './art';

const svg = (seed: string) => decodeURIComponent(artOf(seed).replace('data:image/svg+xml,', ''));

it('draws the same art for the same name, and different art for another', () => {
  expect(artOf('Ámbar')).toBe(artOf('Ámbar'));
  expect(new Set(['a', 'b', 'c', 'd'].map((seed) => artOf(seed))).size).toBe(4);
});

it('draws well-formed SVG without invalid numbers for any name', () => {
  for (let i = 0; i < 200; i++) {
    const picture = svg(`name ${i} <&">`);
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
    expect(new DOMParser().parseFromString(picture, 'image/svg+xml').querySelector('parsererror')).toBeNull();
  }
});

it('has a light background in the light theme', () => {
  const ground = (seed: string, theme: 'dark' | 'light') => {
    const picture = decodeURIComponent(artOf(seed, theme));
    const fill = /<rect x="0.0" y="0.0" width="400.0" height="400.0" rx="0" fill="([^"]+)"/.exec(picture)?.[1] ?? '';
    const colour = fill.startsWith('#') ? fill : (/stop-color="(#[0-9a-f]{6})"/.exec(picture)?.[1] ?? '');
    return [1, 3, 5].reduce((sum, i) => sum + Number.parseInt(colour.slice(i, i + 2), 16) / 3, 0);
  };
  const seeds = Array.from({ length: 100 }, (_, i) => `name ${i}`);
  expect(Math.min(...seeds.map((seed) => ground(seed, 'light')))).toBeGreaterThan(180);
  expect(Math.min(...seeds.map((seed) => ground(seed, 'dark')))).toBeLessThan(60);
});
