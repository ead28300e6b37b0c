import { describe, expect, it } from 'vitest';
import { bpmAt, nearestBeat } from '../beat/grid';
import { beatsOf } from './beats';

const RATE = 12_000;

/** Random numbers from −1 to 1, the same each time. */
function noise(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Kicks and hats at some times, over a chord that changes every `bar` beats, in some hiss. */
function music(beats: readonly number[], seconds: number, bar = 4, hats = true): Float32Array {
  const out = new Float32Array(seconds * RATE);
  const random = noise();
  for (let i = 0; i < out.length; i++) out[i] = 0.003 * random();
  const add = (at: number, length: number, sound: (t: number) => number) => {
    const from = Math.round(at * RATE);
    for (let i = Math.max(0, from); i < Math.min(out.length, from + length * RATE); i++) out[i] = (out[i] as number) + sound(i / RATE - at);
  };
  beats.forEach((beat, i) => {
    const period = (beats[i + 1] ?? beat + 0.5) - beat;
    add(beat, 0.25, (t) => 0.8 * Math.exp(-14 * t) * Math.sin(2 * Math.PI * (48 * t + 4 * (1 - Math.exp(-30 * t)))));
    if (hats) add(beat + period / 2, 0.05, (t) => 0.25 * Math.exp(-70 * t) * random());
    const root = [110, 87.31, 130.81, 98][Math.floor(i / bar) % 4] as number;
    add(beat, period, (t) => 0.06 * [1, 1.5, 2, 2.52].reduce((sum, k) => sum + Math.sin(2 * Math.PI * root * k * (beat + t)), 0));
  });
  return out;
}

const even = (bpm: number, first: number, seconds: number) =>
  Array.from({ length: Math.floor(((seconds - first) * bpm) / 60) }, (_, i) => first + (i * 60) / bpm);

/** ms by which most beats are off the grid at worst. */
function worst(beats: readonly number[], grid: NonNullable<ReturnType<typeof beatsOf>>): number {
  const off = beats.map((beat) => Math.abs(nearestBeat(grid, beat) - beat) * 1000).sort((a, b) => a - b);
  return off[Math.floor(off.length * 0.98)] ?? 0;
}

describe('beats of a file', () => {
  it.each([
    [128, 0.1],
    [124.5, 0.73],
    [90, 1.2],
    [174, 0.05],
    [101.37, 0.4],
  ])('finds %s BPM from %s s on, within 3 ms of each kick', (bpm, first) => {
    const beats = even(bpm, first, 90);
    const grid = beatsOf(music(beats, 90), RATE);
    expect(grid).not.toBeNull();
    if (!grid) return;
    expect(bpmAt(grid, 40)).toBeCloseTo(bpm, 1);
    expect(worst(beats, grid)).toBeLessThan(3);
  });

  it('begins bars where the chords change', () => {
    const beats = even(120, 0.25, 60);
    const grid = beatsOf(music(beats, 60), RATE);
    expect(grid?.downbeat).toBe(0);
    const late = beatsOf(music(beats.slice(2), 60), RATE);
    expect(late && (late.runs[0]?.start ?? 0) + (late.downbeat * 60) / 120).toBeCloseTo(1.25, 1);
  });

  it('follows a band that plays faster and faster', () => {
    const beats = [0.3];
    for (let beat = 0.3; beat < 88; beats.push(beat)) beat += 60 / (110 + beat / 10);
    const grid = beatsOf(music(beats, 90), RATE);
    expect(grid?.runs.length).toBeGreaterThan(1);
    expect(grid && worst(beats, grid)).toBeLessThan(40);
  });

  it('finds none in a tone, in noise and in uneven clicks', () => {
    const random = noise(7);
    const tone = Float32Array.from({ length: 30 * RATE }, (_, i) => Math.sin((2 * Math.PI * 440 * i) / RATE));
    const hiss = Float32Array.from({ length: 30 * RATE }, () => random());
    const clicks = [0];
    while ((clicks.at(-1) as number) < 29) clicks.push((clicks.at(-1) as number) + 0.3 + 0.5 * Math.abs(random()));
    expect([tone, hiss, music(clicks, 30, 1, false), new Float32Array(0), new Float32Array(RATE)].map((one) => beatsOf(one, RATE))).toEqual(
      [null, null, null, null, null],
    );
  });
});
