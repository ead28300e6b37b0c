import { expect, it } from 'vitest';
import { from, positionAt, RESTING, rateAt } from './transport';

const playing = { ...RESTING, time: 10, position: 5, rate: 1, playing: true };

it('slows down evenly, and stays where it came to rest', () => {
  const braking = from(playing, 12, { ramp: { to: 0, seconds: 0.8 } });
  expect([12, 12.4, 12.8, 99].map((at) => positionAt(braking, at))).toEqual([7, 7.3, 7.4, 7.4].map((at) => expect.closeTo(at, 9)));
  expect([12, 12.4, 99].map((at) => rateAt(braking, at))).toEqual([1, 0.5, 0].map((rate) => expect.closeTo(rate, 9)));
});

it('is described in the middle of a change of speed without another movement', () => {
  const starting = { ...playing, rate: 0, ramp: { to: 1, seconds: 0.4 } };
  const later = from(starting, 10.1);
  for (const at of [10.2, 10.4, 11]) {
    expect(positionAt(later, at)).toBeCloseTo(positionAt(starting, at), 9);
    expect(rateAt(later, at)).toBeCloseTo(rateAt(starting, at), 9);
  }
});

it('remembers how it moved before a change that is heard later, for a while', () => {
  let one = playing;
  for (let at = 11; at < 20; at += 0.1) one = from(one, at, { rate: one.rate === 1 ? 2 : 1 });
  const changed = from(one, 21, { rate: 0.5 });
  expect(positionAt(changed, 20.5)).toBeCloseTo(positionAt(one, 20.5), 9);
  expect(rateAt(changed, 20.5)).toBe(rateAt(one, 20.5));
  let [depth, before] = [0, changed.before];
  for (; before; before = before.before) depth++;
  expect(depth).toBeLessThan(15);
});
