import { expect, it } from 'vitest';
import type { Sound } from '@/api/analysis';
import { beatsIn, columns, joined, loudest, respaced } from './waveform';

const band = (...values: number[]) => new Uint8Array(values);

it('draws the loudest point of each column', () => {
  const peaks = { perSecond: 2, low: band(0, 255, 51, 0), mid: band(0, 0, 0, 102), high: band(0, 0, 0, 0) };
  expect([...columns(peaks, { from: 0, to: 2 }, 2)].map((v) => Math.round(v * 10) / 10)).toEqual([1, 0.2, 0, 0.4, 0, 0]);
});

it('draws each point if the view is finer than the points', () => {
  const peaks = { perSecond: 1, low: band(255, 0), mid: band(0, 0), high: band(0, 0) };
  expect([...columns(peaks, { from: 0, to: 2 }, 4).slice(0, 4)]).toEqual([1, 1, 0, 0]);
});

it('is empty beyond the end', () => {
  const peaks = { perSecond: 1, low: band(255), mid: band(255), high: band(255) };
  expect([...columns(peaks, { from: 0, to: 2 }, 2)]).toEqual([1, 0, 1, 0, 1, 0]);
});

it('finds the beats of a view and marks downbeats across a change of tempo', () => {
  const grid = [
    { start: 1, bpm: 60, beats: 4 },
    { start: 5, bpm: 120, beats: 4 },
  ];
  expect(beatsIn(grid, 1, 3, { from: 2, to: 6 })).toEqual([
    { at: 2, first: true },
    { at: 3, first: false },
    { at: 4, first: false },
    { at: 5, first: true },
    { at: 5.5, first: false },
    { at: 6, first: false },
  ]);
});

it('joins consecutive sections with the same name', () => {
  const section = (start: number, label: 'verse' | 'drop', energy: number) => ({ start, end: start + 10, label, energy });
  expect(joined([section(0, 'verse', 0.2), section(10, 'verse', 0.4), section(20, 'drop', 1), section(30, 'verse', 0.1)])).toEqual([
    { start: 0, end: 20, label: 'verse', energy: 0.4 },
    { start: 20, end: 30, label: 'drop', energy: 1 },
    { start: 30, end: 40, label: 'verse', energy: 0.1 },
  ]);
});

it('finds the loudest point of all bands, and handles silence', () => {
  const quiet = { perSecond: 1, low: band(0, 51), mid: band(0, 102), high: band(0, 0) };
  expect(loudest(quiet)).toBeCloseTo(0.4);
  expect(loudest({ perSecond: 1, low: band(0), mid: band(0), high: band(0) })).toBeGreaterThan(0);
});

it('recalculates the beats around the first downbeat after a correction of the tempo', () => {
  const sound = { grid: [{ start: 0.5, bpm: 60, beats: 8 }], downbeat: 2 } as Sound;
  expect(respaced(sound, 120, 4)).toEqual({ grid: [{ start: 0, bpm: 120, beats: 16 }], downbeat: 1 });
  expect(respaced({ ...sound, grid: [] }, 120, 4)).toEqual({ grid: [{ start: 0, bpm: 120, beats: 1 }], downbeat: 0 });
});
