import { describe, expect, it } from 'vitest';
import { Queue } from './queue/queue';
import { song } from './testing';
import { planTransition, type TransitionMode } from './transitions';

const [one, two, other, short] = new Queue().play(
  [song('a', { albumId: '1' }), song('b', { albumId: '1' }), song('c', { albumId: '2' }), song('d', { duration: 4 })],
  0,
  null,
  0,
).items;

const plan = (mode: TransitionMode, from = one, to = other) => from && to && planTransition(mode, from, to);

describe('planTransition', () => {
  it('plays gapless with a short early ramp', () => {
    expect(plan({ kind: 'gapless' })).toEqual({ lead: 0.06, cross: 0.025, shape: 'linear' });
  });

  it('crossfades with equal power, but not inside an album', () => {
    expect(plan({ kind: 'crossfade', seconds: 6 })).toMatchObject({ cross: 6, shape: 'equal-power' });
    expect(plan({ kind: 'crossfade', seconds: 6 }, one, two)).toMatchObject({ cross: 0.025 });
    expect(plan({ kind: 'crossfade', seconds: 6 }, short, short)).toMatchObject({ cross: 2 });
  });

  it('limits the crossfade to twelve seconds and half of either item', () => {
    expect(plan({ kind: 'crossfade', seconds: 60 })).toMatchObject({ cross: 12 });
    expect(plan({ kind: 'crossfade', seconds: 6 }, one, short)).toMatchObject({ cross: 2 });
    expect(plan({ kind: 'crossfade', seconds: 0 })).toMatchObject({ shape: 'linear' });
  });

  it('cuts on request', () => {
    expect(plan({ kind: 'cut' })).toBeNull();
  });
});
