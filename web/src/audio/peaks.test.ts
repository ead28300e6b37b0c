import { describe, expect, it } from 'vitest';
import { barsIn, barsOf } from './peaks';

const band = (...points: number[]) => new Uint8Array(points);

describe('barsOf', () => {
  it('takes the loudest point of each part in each band', () => {
    const bars = barsOf({ perSecond: 2, low: band(0, 100, 200, 50), mid: band(10, 20, 30, 100), high: band(0, 0, 0, 200) }, 2);
    expect(bars.map(({ low }) => low)).toEqual([0.5, 1]);
    expect(bars[1]?.mid).toBeCloseTo(0.39);
    expect(bars[1]?.high).toBeCloseTo(0.5);
  });

  it('scales a quiet song to the full height, and handles silence', () => {
    const quiet = { perSecond: 1, low: band(2, 4), mid: band(0, 0), high: band(0, 0) };
    expect(barsOf(quiet, 2).map(({ low }) => low)).toEqual([0.5, 1]);
    const silent = { perSecond: 1, low: band(), mid: band(), high: band() };
    expect(barsOf(silent, 3)).toEqual(Array(3).fill({ low: 0, mid: 0, high: 0 }));
  });

  it('stretches a song with fewer points than bars', () => {
    const bars = barsOf({ perSecond: 1, low: band(50, 100), mid: band(0, 0), high: band(0, 0) }, 4);
    expect(bars.map(({ low }) => low)).toEqual([0.5, 0.5, 1, 1]);
  });
});

it('counts the bars that fit', () => {
  expect([barsIn(0), barsIn(2), barsIn(5.5), barsIn(350)]).toEqual([0, 1, 2, 100]);
});
