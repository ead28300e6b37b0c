import { describe, expect, it } from 'vitest';
import * as format from './format';

describe('format', () => {
  it.each([
    [0, '0:00'],
    [5, '0:05'],
    [65, '1:05'],
    [3599, '59:59'],
    [3600, '60:00'],
    [12.9, '0:12'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
    [-4, '0:00'],
  ])('time(%s) is %s', (s, text) => expect(format.time(s)).toBe(text));

  it.each([
    [3725, '1:02:05'],
    [245, '4:05'],
  ])('longTime(%s) is %s', (s, text) => expect(format.longTime(s)).toBe(text));

  it.each([
    [5400, '1h 30m'],
    [2700, '45m'],
    [3600, '1h 0m'],
    [60, '1m'],
    [33, '0:33'],
    [0, '0m'],
  ])('span(%s) is %s', (s, text) => expect(format.span(s)).toBe(text));

  it('shows sizes with one decimal', () => {
    expect(format.megabytes(8.24)).toBe('8.2 MB');
    expect(format.bytes(8_240_000)).toBe('8.2 MB');
    expect(format.bytes(2_500_000_000)).toBe('2.5 GB');
    expect(format.bytes(1.26e12)).toBe('1.3 TB');
  });

  it('shows money, scores and percentages', () => {
    expect(format.costPerCall(0.0451)).toBe('$0.045');
    expect(format.costTotal(12.3)).toBe('$12.30');
    expect(format.score(8.5)).toBe('8.5/10');
    document.documentElement.lang = 'es';
    expect(format.score(9.6)).toBe('9,6/10');
    expect(format.percent(99.94, 1)).toBe('99,9\u00a0%');
    expect(format.change(-3)).toBe('-3,0\u00a0%');
    expect(format.costTotal(0)).toBe('0,00\u00a0US$');
    expect(format.costPerCall(0.0451)).toBe('0,045\u00a0US$');
    document.documentElement.lang = 'en';
    expect(format.percent(98)).toBe('98%');
    expect(format.percent(99.94, 1)).toBe('99.9%');
    expect(format.percent(0)).toBe('0%');
    expect(format.hours(45_000)).toBe('12.5 hr');
    expect(format.change(15.2)).toBe('+15.2%');
    expect(format.change(-3)).toBe('-3.0%');
  });

  it('shows counts in the language', () => {
    expect(format.count(2834, 'en')).toBe('2,834');
    expect(format.count(12834, 'es')).toBe('12.834');
  });

  it('shows days in the reader’s time zone', () => {
    const nearMidnight = new Date(2025, 2, 1, 23, 59).toISOString();
    expect(format.day(nearMidnight, 'en')).toBe('March 1, 2025');
    expect(format.moment(nearMidnight, 'en')).not.toContain('T');
  });

  it('has a colour for each provider', () => {
    expect(['suno', 'mubert', 'aiva', 'amper', 'x'].map((p) => format.providerColour(p).name)).toEqual([
      'purple',
      'blue',
      'green',
      'orange',
      'neutral',
    ]);
  });
});
