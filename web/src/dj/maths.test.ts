import { describe, expect, it } from 'vitest';
import { randomFrom } from '@/lib/random';
import { beatAt, bpmAt, type Grid, gridOf, isDownbeat, jumped, nearestBeat, timeOf } from './beat/grid';
import { foldOf, phaseShift, syncRate } from './beat/sync';
import { fitOf, keyCost, tempoCost } from './choose/match';
import { START } from './deck/deck-state';
import { beatLoop, LOOP_SIZES, manualLoop, neighbour, scaled, sizeLabel, wrapped } from './deck/loop';
import { from, positionAt, RESTING } from './deck/transport';
import { DESK_START } from './desk';
import { autoGain, bandGain, CURVES, channelGain, crossfade, filterAt, masterGain, plainGain, sideOf, voiceGain } from './mixer/curves';

/** Numbers between two others, from a seed, so that a failure can be repeated. */
function random(seed: number) {
  const next = randomFrom(seed);
  return (low: number, high: number) => low + next() * (high - low);
}
const each = (check: (between: (low: number, high: number) => number) => void) => {
  for (let seed = 1; seed <= 200; seed++) check(random(seed));
};

/** How far a number of beats is from a whole one. */
const offBeat = (beats: number) => Math.abs(beats - Math.round(beats));

const grid = (bpm: number, start = 0): Grid => ({ runs: [{ first: 0, start, bpm }], downbeat: 0, meter: 4 });
const anyGrid = (between: (low: number, high: number) => number): Grid => {
  const [bpm, beats, start] = [between(60, 200), Math.round(between(4, 200)), between(0, 2)];
  const segments = [
    { start, bpm, beats },
    { start: start + (beats * 60) / bpm, bpm: between(60, 200), beats: 100 },
  ];
  return gridOf({ grid: segments, downbeat: 1, meter: 4 }) as Grid;
};

describe('the crossfader', () => {
  it.each([
    [0, 'a'],
    [39, 'a'],
    [40, 'center'],
    [60, 'center'],
    [61, 'b'],
    [100, 'b'],
  ])('at %d is on side %s', (position, side) => expect(sideOf(position)).toBe(side));

  it('gives one deck alone at each end, whatever its curve, and is symmetric', () => {
    for (const curve of CURVES) {
      expect(crossfade(0, curve).map((gain) => +gain.toFixed(12))).toEqual([1, 0]);
      for (let x = 0; x <= 100; x++) {
        const [[a, b], [c, d]] = [crossfade(x, curve), crossfade(100 - x, curve)];
        expect(a).toBeCloseTo(d, 12);
        expect(b).toBeCloseTo(c, 12);
      }
    }
  });

  it('keeps the power, the sum, or both decks at full level', () => {
    for (let x = 5; x <= 95; x++) {
      const [a, b] = crossfade(x, 'power');
      expect(a * a + b * b).toBeCloseTo(1, 12);
      expect(crossfade(x, 'linear').reduce((sum, gain) => sum + gain)).toBeCloseTo(1, 12);
      expect(crossfade(x, 'cut')).toEqual([1, 1]);
    }
  });
});

describe('the knobs', () => {
  it('kill a band at 0, change nothing at 50, and never jump between', () => {
    expect([bandGain(0), bandGain(50)]).toEqual([0, 1]);
    for (let x = 1; x < 100; x++) expect(bandGain(x + 1) / bandGain(x)).toBeLessThan(1.07);
  });

  it('leave a sound as loud as it is where they begin, and have headroom above', () => {
    expect([channelGain(START.volume), masterGain(DESK_START.master), voiceGain(75), plainGain(100)]).toEqual([1, 1, 1, 1]);
    for (const gain of [channelGain, masterGain, voiceGain, plainGain]) expect(gain(0)).toBe(0);
    expect([channelGain, masterGain].map((gain) => Math.round(20 * Math.log10(gain(100))))).toEqual([5, 4]);
  });

  it('bring a track to one loudness, but never over full scale', () => {
    expect(autoGain({ integrated: -20, truePeak: -10 })).toBe(6);
    expect(autoGain({ integrated: -8, truePeak: 0.5 })).toBe(-6);
    expect(autoGain({ integrated: -20, truePeak: -3 })).toBe(2);
    expect(autoGain(null)).toBe(0);
    expect(autoGain({ integrated: null, truePeak: null })).toBe(0);
  });

  it('open the filter in the middle', () => {
    expect(filterAt(50)).toEqual({ highpass: 5, lowpass: 22_000 });
    expect(filterAt(0).lowpass).toBeCloseTo(100);
    expect(filterAt(100).highpass).toBeCloseTo(6000);
  });
});

describe('the beat grid', () => {
  it('converts beats and seconds into each other', () =>
    each((between) => {
      const one = anyGrid(between);
      const at = between(0, 200);
      expect(timeOf(one, beatAt(one, at))).toBeCloseTo(at, 6);
      expect(offBeat(beatAt(one, nearestBeat(one, at)))).toBeCloseTo(0, 6);
      expect(Math.abs(nearestBeat(one, at) - at)).toBeLessThanOrEqual(60 / bpmAt(one, at) + 1e-9);
      expect(jumped(one, jumped(one, at, 4), -4)).toBeCloseTo(at, 6);
    }));

  it('knows where bars begin, also before the first beat', () => {
    const one = { ...grid(120, 1), downbeat: 2 };
    expect([-6, -2, 2, 6].every((beat) => isDownbeat(one, beat))).toBe(true);
    expect([-1, 0, 1, 3].some((beat) => isDownbeat(one, beat))).toBe(false);
  });

  it('is none without a steady beat', () => expect(gridOf({ grid: [], downbeat: 0, meter: 0 })).toBeNull());
});

describe('loops', () => {
  it('have their length in beats and begin on the grid', () =>
    each((between) => {
      const one = grid(between(60, 200), between(0, 1));
      const size = LOOP_SIZES[Math.floor(between(0, LOOP_SIZES.length))] ?? 1;
      const { from: start, to } = beatLoop(one, between(0, 100), size, true);
      expect(beatAt(one, to) - beatAt(one, start)).toBeCloseTo(size, 6);
      expect(offBeat(beatAt(one, start) / Math.min(1, size))).toBeCloseTo(0, 5);
    }));

  it('begin at the first beat where the closest one is before the start of the track', () => {
    const late = grid(120, 0.4); // a beat at −0.1 s
    expect(beatLoop(late, 0.05, 4, true)).toEqual({ from: 0.4, to: 2.4 });
    expect(beatLoop(late, 0, 1 / 4, true).from).toBeCloseTo(0.025, 9);
    expect(manualLoop(late, 0, 1.05, true)).toEqual({ from: 0.4, to: 0.9 });
  });

  it('keep every position inside, and halving and doubling undo each other', () =>
    each((between) => {
      const start = between(0, 100);
      const loop = { from: start, to: start + between(0.1, 20) };
      const at = wrapped(loop, start + between(0, 500));
      expect(at).toBeGreaterThanOrEqual(loop.from);
      expect(at).toBeLessThan(loop.to);
      expect(scaled(scaled(loop, 0.5), 2).to).toBeCloseTo(loop.to, 9);
    }));

  it('are named and sized as DJs know them', () => {
    expect(LOOP_SIZES.map(sizeLabel)).toEqual(['1/32', '1/16', '1/8', '1/4', '1/2', '1', '2', '4', '8', '16', '32']);
    expect([neighbour(4, 1), neighbour(4, -1), neighbour(32, 1), neighbour(1 / 32, -1)]).toEqual([8, 2, 32, 1 / 32]);
  });

  it('between two points are none if they end before they begin', () => {
    expect(manualLoop(null, 3, 2, false)).toBeNull();
    expect(manualLoop(grid(120), 0.9, 2.1, true)).toEqual({ from: 1, to: 2 });
  });
});

describe('a transport', () => {
  it('says where a deck is, in and out of loops', () => {
    const playing = { ...RESTING, time: 10, position: 5, rate: 1.5, playing: true };
    expect(positionAt(playing, 12)).toBe(8);
    expect(positionAt({ ...playing, loop: { from: 5, to: 7 } }, 12)).toBeCloseTo(6);
    expect(positionAt({ ...playing, playing: false }, 99)).toBe(5);
  });

  it('does not move when it is described from another moment', () =>
    each((between) => {
      const loop = between(0, 1) > 0.5 ? { from: 4, to: 4 + between(0.1, 9) } : null;
      const one = { time: between(0, 9), position: between(0, 4), rate: between(0.8, 1.2), ramp: null, playing: true, loop, before: null };
      const [middle, end] = [between(9, 20), between(20, 40)];
      expect(positionAt(from(one, middle), end)).toBeCloseTo(positionAt(one, end), 6);
    }));
});

describe('sync', () => {
  it('takes the tempo that needs the least change, half and double included', () => {
    expect(syncRate(128, 126, 0.08)).toBeCloseTo(128 / 126);
    expect(syncRate(174, 88, 0.08)).toBeCloseTo(87 / 88);
    expect(syncRate(70, 138, 0.08)).toBeCloseTo(140 / 138);
    expect(syncRate(128, 100, 0.08)).toBeNull();
  });

  it('puts beat on beat, by less than half a beat', () =>
    each((between) => {
      const leader = { grid: grid(between(80, 160), between(0, 1)), position: between(0, 100) };
      const own = { grid: grid(between(80, 160), between(0, 1)), position: between(0, 100) };
      const shift = phaseShift(leader, own);
      expect(Math.abs(shift)).toBeLessThanOrEqual(30 / bpmAt(own.grid, own.position) + 1e-9);
      expect(phaseShift(leader, { ...own, position: own.position + shift })).toBeCloseTo(0, 6);
    }));

  it('puts every second beat on a beat at half the tempo', () => {
    const leader = { grid: grid(140), position: 3 };
    const own = { grid: grid(70), position: 1.1 };
    const moved = own.position + phaseShift(leader, own, foldOf(140, 70));
    expect(offBeat(beatAt(own.grid, moved) * 2 - beatAt(leader.grid, 3))).toBeCloseTo(0, 6);
  });
});

describe('what goes together', () => {
  const track = (bpm: number, camelot: string, energy = 0.5) => ({ bpm, camelot, energy });
  it('is near on the wheel, also over its end and to the other mode', () => {
    expect([keyCost('8A', '8A'), keyCost('8A', '9A'), keyCost('12A', '1A'), keyCost('8A', '8B')]).toEqual([0, 0, 0, 0]);
    expect([keyCost('8A', '2A'), keyCost('8A', ''), keyCost('8A', '9B')]).toEqual([1, 0.5, 0.3]);
  });
  it('has a tempo that one pitch fader reaches', () => {
    expect(tempoCost(128, 64)).toBe(0);
    expect(tempoCost(128, 150)).toBe(1);
    expect(tempoCost(128, 130)).toBeLessThan(0.25);
  });
  it('fits itself best, and says what is between two tracks', () => {
    const [a, b] = [track(128, '8A', 0.7), track(131, '10B', 0.2)];
    expect(fitOf(a, a, 1)).toEqual({ score: 100, change: 0, key: 'same', energy: 0, likeness: 1 });
    expect(fitOf(a, b).score).toBeLessThan(65);
    expect(fitOf(a, b)).toMatchObject({ key: 'clashes', energy: expect.closeTo(-0.5, 9) });
    expect(fitOf(a, track(70, '9A', 0.7)).change).toBeCloseTo(-8.57, 2); // 64 is half of 128
    expect(fitOf(a, { bpm: null, camelot: '', energy: null })).toMatchObject({ change: null, key: 'unknown', energy: null });
  });
  it('has likeness and the range of the pitch fader in the score', () => {
    const [a, b] = [track(128, '8A'), track(124, '8A')];
    expect(fitOf(a, b, 1).score).toBeGreaterThan(fitOf(a, b, 0).score);
    expect(fitOf(a, b, 1, 2).score).toBeLessThan(fitOf(a, b, 1, 8).score);
  });
});
