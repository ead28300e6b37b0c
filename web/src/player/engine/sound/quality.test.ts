import { describe, expect, it } from 'vitest';
import { Bandwidth } from '@/audio/bandwidth';
import { addressOf, below, choose, stepFor } from './quality';

const all = ['opus', 'aac', 'mp3', 'flac'];
const browser = (...formats: string[]) => ({ plays: (format: string) => formats.includes(format), converts: all });
const chrome = browser('mp3', 'flac', 'opus', 'vorbis', 'aac', 'wav');

describe('choose', () => {
  it.each([
    ['an original within the limit', { format: 'mp3', bitrate: 320 }, 'high', null],
    ['too heavy an original', { format: 'flac', bitrate: 900 }, 'high', { format: 'opus', bitrate: 320 }],
    ['a light original on a low setting', { format: 'opus', bitrate: 64 }, 'low', null],
    ['lossless as it is', { format: 'flac', bitrate: 2500 }, 'lossless', null],
    ['ALAC without loss', { format: 'alac', bitrate: 900 }, 'lossless', { format: 'flac', bitrate: 0 }],
    ['ALAC otherwise', { format: 'alac', bitrate: 900 }, 'normal', { format: 'opus', bitrate: 160 }],
    ['WMA, however light', { format: 'wma', bitrate: 64 }, 'low', { format: 'opus', bitrate: 96 }],
    ['what nothing is known of', { format: '', bitrate: 0 }, 'low', null],
  ] as const)('%s', (_, item, step, expected) => {
    expect(choose(item, step, chrome)).toEqual(expected);
  });

  it('offers the best lossy quality to those whose plan has no lossless', () => {
    const lossy = { ...chrome, lossless: false };
    expect(choose({ format: 'flac', bitrate: 900 }, 'lossless', lossy)).toEqual({ format: 'opus', bitrate: 320 });
    expect(choose({ format: 'alac', bitrate: 200 }, 'high', lossy)).toEqual({ format: 'opus', bitrate: 320 });
    expect(choose({ format: 'mp3', bitrate: 320 }, 'lossless', lossy)).toBeNull();
  });

  it('selects the first conversion that the browser plays and the server offers', () => {
    const item = { format: 'flac', bitrate: 900 };
    expect(choose(item, 'normal', browser('aac', 'mp3'))).toEqual({ format: 'aac', bitrate: 160 });
    expect(choose(item, 'normal', { plays: () => true, converts: ['mp3'] })).toEqual({ format: 'mp3', bitrate: 160 });
    expect(choose(item, 'normal', { plays: () => true, converts: [] })).toBeNull();
  });
});

it('builds the address', () => {
  expect(addressOf('/a/stream', null)).toBe('/a/stream');
  expect(addressOf('/a/stream', { format: 'opus', bitrate: 160 })).toBe('/a/stream?format=opus&bitrate=160');
  expect(addressOf('/a/stream', { format: 'flac', bitrate: 0 })).toBe('/a/stream?format=flac');
});

it('fits the bandwidth, and steps down', () => {
  expect([null, 10_000, 1000, 300, 100].map((kilobits) => stepFor(kilobits, false))).toEqual([
    'lossless',
    'lossless',
    'high',
    'normal',
    'low',
  ]);
  expect(stepFor(10_000, true)).toBe('low');
  expect([900, 320, 160, 96].map(below)).toEqual(['high', 'normal', 'low', null]);
});

it('measures by the fastest of the last transfers, without small ones', () => {
  const bandwidth = new Bandwidth();
  const transfer = (transferSize: number, ms: number) => bandwidth.note({ transferSize, responseStart: 0, responseEnd: ms });
  transfer(1000, 1);
  transfer(100_000, 1000);
  expect(bandwidth.kilobits).toBe(800);
  transfer(200_000, 1000);
  transfer(100_000, 2000);
  expect(bandwidth.kilobits).toBe(1600);
});
