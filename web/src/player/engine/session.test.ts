import { describe, expect, it } from 'vitest';
import type { Queue } from './queue/queue';
import { keepSession, readSession, SESSION_KEY, SESSION_LIMIT } from './session';
import { fakePlayer, fakeStore, song, songs } from './testing';

const ids = (queue?: Queue) => queue?.order.map((item) => item.track.id).join('');

describe('session', () => {
  it('restores queue, order, position, volume and modes', () => {
    const store = fakeStore();
    const { engine, clock, seconds } = fakePlayer();
    const { flush } = keepSession(engine, store, clock);
    engine.playNow(songs('abcdef'), 2, { kind: 'album', title: 'Album', href: '/albums/1' });
    engine.setShuffle(true);
    engine.setRepeat('all');
    engine.setVolume(0.4);
    engine.setTransition({ kind: 'crossfade', seconds: 4 });
    engine.addToQueue(songs('xy'));
    seconds(12);
    flush();

    const before = engine.snapshot().queue;
    const saved = readSession(store);
    expect(saved).toMatchObject({ volume: 0.4, muted: false, transition: { kind: 'crossfade', seconds: 4 } });
    expect(saved?.position).toBeCloseTo(engine.position());
    expect(ids(saved?.queue)).toBe(ids(before));
    expect(saved?.queue.user.map((item) => item.track.id)).toEqual(['x', 'y']);
    expect(saved?.queue).toMatchObject({ shuffle: true, repeat: 'all', context: { kind: 'album', href: '/albums/1' } });
    expect(saved?.queue.current?.track).toEqual(before.current?.track);
    expect(ids(saved?.queue.withShuffle(false, 0))).toBe('abcdef');
    const next = saved?.queue.append(songs('z'));
    expect(new Set([...(next?.user ?? []), ...(next?.order ?? [])].map((item) => item.uid)).size).toBe(9);
  });

  it('keeps a playing item of “Next up”', () => {
    const store = fakeStore();
    const { engine, clock } = fakePlayer();
    const { flush } = keepSession(engine, store, clock);
    engine.playNow(songs('ab'));
    engine.addToQueue(songs('x'));
    engine.next();
    flush();
    const saved = readSession(store);
    expect(saved?.queue.current?.track.id).toBe('x');
    expect(saved?.queue.next()?.current?.track.id).toBe('b');
  });

  it('keeps where a long list continues, also as earlier versions saved it', () => {
    const saved = (more: object) => {
      const store = fakeStore();
      const { engine, clock } = fakePlayer();
      const { flush } = keepSession(engine, store, clock);
      const path = '/api/tracks';
      engine.playNow(songs('ab'), 0, { kind: 'library', title: 'Library', more: { path, ...more } });
      flush();
      return readSession(store)?.queue.context?.more;
    };
    expect(saved({ next: 100, ownOrderOffset: 7 })).toMatchObject({ next: 100, ownOrderOffset: 7, done: false });
    expect(saved({ next: 250, done: true })).toMatchObject({ next: 250, done: true });
    expect(saved({ next: Number.MAX_SAFE_INTEGER, home: 7 })).toMatchObject({ ownOrderOffset: 7, done: true });
  });

  it('is limited to the items around the current one', () => {
    const store = fakeStore();
    const { engine, clock } = fakePlayer();
    const { flush } = keepSession(engine, store, clock);
    const many = Array.from({ length: 5000 }, (_, i) => song(`t${i}`));
    engine.playNow(many, 3000);
    flush();
    const saved = readSession(store);
    expect(saved?.queue.order.length).toBe(SESSION_LIMIT);
    expect(saved?.queue.current?.track.id).toBe('t3000');
    expect(saved?.queue.previous()?.current?.track.id).toBe('t2999');
  });

  it('writes a burst of changes once, the position every five seconds, and nothing while idle', () => {
    const store = fakeStore();
    let writes = 0;
    const { engine, clock, seconds } = fakePlayer();
    keepSession(
      engine,
      {
        ...store,
        set: (key, value) => {
          writes++;
          store.set(key, value);
        },
      },
      clock,
    );
    engine.playNow(songs('ab'));
    engine.setVolume(0.5);
    engine.addToQueue(songs('c'));
    seconds(1.5);
    expect(writes).toBe(1);
    seconds(10);
    expect(writes).toBeLessThanOrEqual(4);
    engine.pause();
    seconds(60);
    const paused = writes;
    seconds(60);
    expect(writes).toBe(paused);
  });

  it('is removed with the queue', () => {
    const store = fakeStore();
    const { engine, clock, seconds } = fakePlayer();
    keepSession(engine, store, clock);
    engine.playNow(songs('ab'));
    seconds(2);
    expect(store.data.has(SESSION_KEY)).toBe(true);
    engine.reset();
    seconds(2);
    expect(store.data.has(SESSION_KEY)).toBe(false);
  });

  it.each([
    'nonsense',
    'null',
    '[]',
    '{"version":2}',
    '{"version":1}',
    '{"version":1,"queue":{"order":[{}],"user":[],"at":0}}',
    '{"version":1,"queue":{"order":[{"id":"a","title":"a","artist":"a","audioUrl":"/a"}],"items":[7],"user":[],"at":0}}',
    '{"version":1,"queue":{"order":[],"user":[],"at":0}}',
  ])('ignores invalid data: %s', (text) => {
    const store = fakeStore();
    store.set(SESSION_KEY, text);
    expect(readSession(store)).toBeNull();
    expect(store.data.has(SESSION_KEY)).toBe(false);
  });

  it('is empty if the storage is empty', () => {
    expect(readSession(fakeStore())).toBeNull();
  });

  it('corrects numbers that are out of range', () => {
    const store = fakeStore();
    const order = [{ id: 'a', title: 'a', artist: 'a', audioUrl: '/a', duration: 'x' }];
    store.set(SESSION_KEY, JSON.stringify({ version: 1, queue: { order, user: [], at: 99 }, position: -4, volume: 9 }));
    expect(readSession(store)).toMatchObject({ position: 0, volume: 1, transition: { kind: 'gapless' } });
    expect(readSession(store)?.queue.current?.track.duration).toBe(0);
  });
});
