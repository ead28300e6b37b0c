import { afterEach, expect, it, vi } from 'vitest';
import { fits, reserve } from './memory';

afterEach(() => vi.unstubAllGlobals());

const RATE = 48_000;
const on = (device: { isSmall?: boolean; memory?: number }) => {
  vi.stubGlobal('matchMedia', () => ({ matches: device.isSmall ?? false }));
  vi.stubGlobal('navigator', { deviceMemory: device.memory });
};

it('fits four stems of five minutes into a desktop, and a split of three into a phone', () => {
  expect(fits(300, RATE, 4, false)).toBe(true);
  expect(fits(600, RATE, 4, false)).toBe(false);
  expect(fits(180, RATE, 2, true)).toBe(true);
  expect(fits(180, RATE, 4, true)).toBe(false);
});

it('holds long tracks until all decks together have too much, and again when one is released', () => {
  on({ memory: 8 });
  const minutes = (n: number) => reserve(n * 60, RATE);
  expect(minutes(60)).toBeNull();
  const held = [minutes(30), minutes(30)];
  expect(held).not.toContain(null);
  expect(minutes(30)).toBeNull();
  held[0]?.();
  held[0]?.(); // counts once
  const again = minutes(30);
  expect(again).not.toBeNull();
  expect(minutes(30)).toBeNull();
  for (const release of [held[1], again]) release?.();
});

it('streams them on phones and where memory is scarce', () => {
  on({ isSmall: true });
  expect(reserve(660, RATE)).toBeNull();
  on({ memory: 4 });
  expect(reserve(660, RATE)).toBeNull();
  on({}); // a browser that does not tell
  reserve(660, RATE)?.();
  on({ memory: 8 });
  const release = reserve(660, RATE);
  expect(release).not.toBeNull();
  release?.();
});
