import { describe, expect, it } from 'vitest';
import { BANDS, curveAt, MAX_BAND, PRESETS, preampOf } from './equaliser';

describe('the curve', () => {
  it('is flat at 0 dB, and each band changes its centre by its gain', () => {
    expect(curveAt(PRESETS.flat, 1000)).toBe(0);
    for (const [i, hertz] of BANDS.entries()) {
      expect(
        curveAt(
          BANDS.map((_, j) => (i === j ? -12 : 0)),
          hertz,
        ),
      ).toBeCloseTo(-12, 5);
    }
  });

  it('lowers everything by the gain of the loudest frequency', () => {
    expect(preampOf(PRESETS.flat)).toBeCloseTo(0);
    expect(preampOf(PRESETS.lessBass)).toBeCloseTo(0, 1);
    for (const gains of Object.values(PRESETS)) {
      for (const hertz of BANDS) expect(curveAt(gains, hertz) + preampOf(gains)).toBeLessThan(0.1);
    }
  });

  it('has presets of ten bands within the limits', () => {
    for (const gains of Object.values(PRESETS)) {
      expect(gains).toHaveLength(10);
      expect(Math.max(...gains.map(Math.abs))).toBeLessThanOrEqual(MAX_BAND);
    }
  });
});
