import { expect, it } from 'vitest';
import { Speed } from './speed';

it('is the mean of the last five seconds', () => {
  const speed = new Speed();
  expect(speed.add(0, 0)).toBe(0);
  expect(speed.add(1000, 1000)).toBe(1000);
  for (let s = 2; s <= 20; s++) speed.add(1000 + (s - 1) * 3000, s * 1000);
  expect(speed.add(1000 + 20 * 3000, 21_000)).toBe(3000);
  speed.restart();
  expect(speed.add(70_000, 30_000)).toBe(0);
});
