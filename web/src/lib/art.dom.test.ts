import { expect, it } from 'vitest';
import { artOf } from './art';

const svg = (seed: string) => decodeURIComponent(artOf(seed).replace('data:image/svg+xml,', ''));

it('draws the same art for the same name, and different art for another', () => {
  expect(artOf('Ámbar')).toBe(artOf('Ámbar'));
  expect(new Set(['a', 'b', 'c', 'd'].map(artOf)).size).toBe(4);
});

it('draws well-formed SVG without invalid numbers for any name', () => {
  for (let i = 0; i < 200; i++) {
    const picture = svg(`name ${i} <&">`);
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
    expect(new DOMParser().parseFromString(picture, 'image/svg+xml').querySelector('parsererror')).toBeNull();
  }
});
