import { describe, expect, it } from 'vitest';
import { randomFrom } from '@/lib/random';
import {
  evenGrid,
  MAX_BPM,
  MIN_BPM,
  type Scope,
  scaledTempo,
  shifted,
  shiftedByBeats,
  split,
  tapped,
  WHOLE,
  withBeatAt,
  withDownbeat,
  withMeter,
  withTempo,
} from './edit';
import { beatAt, bpmAt, type Grid, gridOf, isDownbeat, nearestBeat, timeOf } from './grid';
import { segmentsOf } from './segments';

/** Numbers between two others, from a seed, so that a failure can be repeated. */
function random(seed: number) {
  const next = randomFrom(seed);
  return (low: number, high: number) => low + next() * (high - low);
}
type Between = (low: number, high: number) => number;
const each = (check: (between: Between) => void) => {
  for (let seed = 1; seed <= 60; seed++) check(random(seed));
};

const LENGTH = 240;

/** A grid of up to three runs, with any bar. */
function anyGrid(between: Between): Grid {
  const meter = Math.floor(between(2, 6));
  let start = between(0, 3);
  const grid = [];
  for (let n = Math.ceil(between(0, 3)); n > 0; n--) {
    const [bpm, beats] = [between(70, 180), Math.ceil(between(8, 60))];
    grid.push({ start, bpm, beats: n === 1 ? 100 : beats });
    start += (beats * 60) / bpm;
  }
  return gridOf({ grid, downbeat: Math.floor(between(0, meter)), meter }) as Grid;
}

const beatsOf = (grid: Grid) =>
  segmentsOf(grid, LENGTH).flatMap(({ start, bpm, beats }) => Array.from({ length: beats }, (_, i) => start + (i * 60) / bpm));
/** How far the beats of one grid are from those of another, at most. */
const apart = (beats: readonly number[], grid: Grid, by = 0) => Math.max(0, ...beats.map((beat) => offBeat(grid, beat + by)));
const offBeat = (grid: Grid, seconds: number) => Math.abs(nearestBeat(grid, seconds) - seconds);

/** The rules of the server for beat grids. */
function expectValid(grid: Grid) {
  let end = 0;
  for (const { start, bpm, beats } of segmentsOf(grid, LENGTH)) {
    const last = start + ((beats - 1) * 60) / bpm;
    expect(bpm).toBeGreaterThanOrEqual(MIN_BPM);
    expect(bpm).toBeLessThanOrEqual(MAX_BPM);
    expect(beats).toBeGreaterThanOrEqual(1);
    expect(start).toBeGreaterThanOrEqual(end);
    expect(last).toBeLessThanOrEqual(LENGTH + 1e-6);
    end = last + 0.01;
  }
  expect(grid.downbeat).toBeGreaterThanOrEqual(0);
  expect(grid.downbeat).toBeLessThan(grid.meter);
  expect(grid.runs[0]?.first).toBe(0);
  expect(grid.runs[0]?.start).toBeLessThan(60 / (grid.runs[0]?.bpm ?? 1)); // the grid reaches the beginning of the track
}

const EDITS: Record<string, (grid: Grid, at: number, scope: Scope, between: Between) => Grid | null> = {
  'a shift': (grid, _, scope, between) => shifted(grid, between(-3, 3), scope, LENGTH),
  'a shift by part of a beat': (grid, at, scope) => shiftedByBeats(grid, 0.5, at, scope, LENGTH),
  'half the tempo': (grid, _, scope) => scaledTempo(grid, 0.5, scope, LENGTH),
  'twice the tempo': (grid, _, scope) => scaledTempo(grid, 2, scope, LENGTH),
  'another tempo': (grid, at, scope, between) => withTempo(grid, between(60, 200), at, scope, LENGTH),
  'a beat here': (grid, at, scope) => withBeatAt(grid, at, scope, LENGTH),
};

describe('editing a beat grid', () => {
  it.each(Object.keys(EDITS))('%s leaves a grid that the server accepts', (name) => {
    each((between) => {
      const grid = shifted(anyGrid(between), 0, WHOLE, LENGTH);
      const at = between(0, LENGTH);
      for (const { grid: one, scope } of [{ grid, scope: WHOLE }, split(grid, between(0, LENGTH))]) {
        const edited = EDITS[name]?.(one, at, scope, between);
        if (edited) expectValid(edited);
      }
    });
  });

  it.each(Object.keys(EDITS))('%s from here on leaves the beats before', (name) => {
    each((between) => {
      const grid = shifted(anyGrid(between), 0, WHOLE, LENGTH);
      const parted = split(grid, between(20, 90));
      const from = parted.grid.runs[parted.scope]?.start ?? 0;
      if (parted.scope === WHOLE) return;
      const edited = EDITS[name]?.(parted.grid, from + 1, parted.scope, random(7));
      if (!edited) return;
      const limit = Math.min(from, edited.runs[parted.scope]?.start ?? from) - 3.1; // a shift may cut some beats off
      const before = beatsOf(grid).filter((beat) => beat < limit);
      expect(before.every((beat) => offBeat(edited, beat) < 1e-6)).toBe(true);
    });
  });

  it('shifts forth and back to the same beats and bars', () => {
    each((between) => {
      const grid = shifted(anyGrid(between), 0, WHOLE, LENGTH);
      const by = between(0, 0.1);
      const back = shifted(shifted(grid, by, WHOLE, LENGTH), -by, WHOLE, LENGTH);
      expect(apart(beatsOf(grid), back)).toBeLessThan(1e-6);
      const bar = timeOf(grid, grid.downbeat + 2 * grid.meter);
      expect(isDownbeat(back, Math.round(beatAt(back, bar)))).toBe(true);
    });
  });

  it('moves every beat by the shift', () => {
    each((between) => {
      const grid = shifted(anyGrid(between), 0, WHOLE, LENGTH);
      const moved = shifted(grid, 0.02, WHOLE, LENGTH);
      expect(apart(beatsOf(grid), moved, 0.02)).toBeLessThan(1e-6);
    });
  });

  it('keeps the beats that begin bars when the tempo is halved or doubled', () => {
    each((between) => {
      const grid = evenGrid(between(50, 180), between(0, 2), 4, LENGTH);
      const [half, twice] = [scaledTempo(grid, 0.5, WHOLE, LENGTH) as Grid, scaledTempo(grid, 2, WHOLE, LENGTH) as Grid];
      const bar = timeOf(grid, grid.downbeat);
      for (const edited of [half, twice]) {
        expect(offBeat(edited, bar)).toBeLessThan(1e-6);
        expect(isDownbeat(edited, Math.round(beatAt(edited, bar)))).toBe(true);
      }
      expect(bpmAt(half, 0)).toBeCloseTo(bpmAt(grid, 0) / 2, 9);
      expect(scaledTempo(twice, 0.5, WHOLE, LENGTH)?.runs).toEqual(grid.runs);
    });
    expect(scaledTempo(evenGrid(30, 0, 4, LENGTH), 0.5, WHOLE, LENGTH)).toBeNull();
    expect(scaledTempo(evenGrid(210, 0, 4, LENGTH), 2, WHOLE, LENGTH)).toBeNull();
  });

  it('puts a beat or a bar where it is told, and keeps the place of another tempo', () => {
    each((between) => {
      const grid = shifted(anyGrid(between), 0, WHOLE, LENGTH);
      const at = between(5, 200);
      expect(offBeat(withBeatAt(grid, at, WHOLE, LENGTH), at)).toBeLessThan(1e-6);
      const bar = withDownbeat(grid, at);
      expect(isDownbeat(bar, Math.round(beatAt(bar, at)))).toBe(true);
      const beat = nearestBeat(grid, at);
      const wasBar = isDownbeat(grid, Math.round(beatAt(grid, beat)));
      const other = withTempo(grid, between(60, 200), at, WHOLE, LENGTH) as Grid;
      expect(offBeat(other, beat)).toBeLessThan(1e-6);
      expect(isDownbeat(other, Math.round(beatAt(other, beat)))).toBe(wasBar);
    });
    expect(withTempo(evenGrid(120, 0, 4, LENGTH), 19, 0, WHOLE, LENGTH)).toBeNull();
  });

  it('splits without moving a beat, once at each place', () => {
    each((between) => {
      const grid = anyGrid(between);
      const { grid: parted, scope } = split(grid, between(5, 100));
      expect(apart(beatsOf(grid), parted)).toBeLessThan(1e-6);
      const again = split(parted, parted.runs[scope]?.start ?? 0);
      expect(again).toEqual({ grid: parted, scope });
    });
  });

  it('changes the length of bars from a bar on', () => {
    const waltz = withMeter(evenGrid(120, 1, 4, LENGTH), 3, 60.9);
    expect(waltz.meter).toBe(3);
    expect(isDownbeat(waltz, Math.round(beatAt(waltz, 61)))).toBe(true);
  });
});

describe('a tapped tempo', () => {
  it('is the line through the taps, although they miss a little and one is missing', () => {
    each((between) => {
      const [bpm, first] = [between(70, 180), between(0, 50)];
      const numbers = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12];
      const taps = numbers.map((n) => first + (n * 60) / bpm + between(-0.008, 0.008));
      const found = tapped(taps);
      expect(Math.abs((found?.bpm ?? 0) / bpm - 1)).toBeLessThan(0.01);
      expect(Math.abs((found?.beat ?? 0) - first)).toBeLessThan(0.012);
    });
  });
  it.each([
    ['too few', [0, 0.5, 1]],
    ['uneven', [0, 0.5, 0.7, 1.5, 1.6]],
    ['too slow', [0, 4, 8, 12]],
    ['none', []],
  ])('is none if the taps are %s', (_, taps) => expect(tapped(taps)).toBeNull());
});
