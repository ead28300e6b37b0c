import { describe, expect, it, vi } from 'vitest';
import type { Track } from '@/api/types';
import { fakePlayer } from '@/player/engine/testing';
import { aTrack } from '@/testing/pages';
import { extendQueue, MORE_AT_ONCE, pageOf } from './more';

const TOTAL = 250;
const list = (from: number, count: number, prefix = 't') => Array.from({ length: count }, (_, i) => aTrack(`${prefix}${from + i}`));

/** A server with a list of 250 tracks, r… in a random order. */
const server = () =>
  vi.fn(async (path: string) => {
    const { searchParams } = new URL(path, 'http://list');
    const at = Number(searchParams.get('at'));
    const prefix = searchParams.get('sort') === 'random' ? 'r' : 't';
    const items: Track[] = list(at, Math.max(0, Math.min(MORE_AT_ONCE, TOTAL - at)), prefix);
    return { items, total: TOTAL };
  });

const context = { kind: 'library', title: 'Library', more: { path: '/api/tracks?sort=title', next: 100, ownOrderOffset: 0 } };
const settled = () => new Promise((resolve) => setTimeout(resolve));
const upcoming = (engine: ReturnType<typeof fakePlayer>['engine']) =>
  engine
    .snapshot()
    .queue.upcoming()
    .map(({ track }) => track.id);

describe('a list longer than the queue', () => {
  it('builds the address of a page', () => {
    expect(pageOf({ path: '/api/tracks?genre=Jazz' }, 300)).toBe('/api/tracks?genre=Jazz&at=300&limit=100');
    expect(pageOf({ path: '/api/tracks?sort=title', seed: 7 }, 0)).toBe('/api/tracks?sort=random&seed=7&at=0&limit=100');
  });

  it('continues to its end as the queue runs out', async () => {
    const { engine } = fakePlayer();
    const ask = server();
    extendQueue(engine, ask);
    engine.playNow(list(0, 100), 50, context);
    await settled();
    expect(ask).not.toHaveBeenCalled();
    for (let i = 0; i < 190; i++) {
      engine.next();
      await settled();
    }
    expect(engine.snapshot().current?.track.id).toBe('t240');
    expect(ask.mock.calls.map(([path]) => path)).toEqual([
      '/api/tracks?sort=title&at=100&limit=100',
      '/api/tracks?sort=title&at=200&limit=100',
    ]);
    expect(upcoming(engine).at(-1)).toBe('t249');
  });

  it('lets the server shuffle all of it, and returns to its own order', async () => {
    const { engine } = fakePlayer();
    const ask = server();
    extendQueue(engine, ask, () => 0.5);
    engine.playNow(list(0, 100), 3, context);
    engine.setShuffle(true);
    await settled();
    expect(engine.snapshot().current?.track.id).toBe('t3');
    expect(upcoming(engine).slice(0, 2)).toEqual(['r0', 'r1']);
    engine.setShuffle(false);
    await settled();
    expect(upcoming(engine).slice(0, 2)).toEqual(['t4', 't5']);
  });

  it('ignores a response after another selection, and tries again with the next song if the server fails', async () => {
    const { engine } = fakePlayer();
    const ask = server().mockRejectedValueOnce(new Error('offline'));
    extendQueue(engine, ask);
    engine.playNow(list(0, 100), 90, context);
    await settled();
    expect(upcoming(engine)).toHaveLength(9);
    engine.next();
    await settled();
    expect(upcoming(engine)).toHaveLength(108);
    engine.playNow(list(0, 100), 95, context);
    engine.playNow(list(0, 2), 0, { kind: 'album', title: 'Other' });
    await settled();
    expect(upcoming(engine)).toEqual(['t1']);
  });
});
