import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRewound, isStream, later, since } from '@/audio/stream-address';
import { rewound } from './live';
import { connectMediaSession } from './media-session';
import { PlayCount } from './play-count';
import type { QueueItem } from './queue/item';
import { Recovery } from './recovery';
import { keepSession, readSession } from './session';
import { plays, streamOf } from './sound/quality';
import { originals } from './sources';
import { fakePlayer, fakeStore, song } from './testing';

const STREAM = '/radio/night';
const station = song('s1', { title: 'Night FM', audioUrl: STREAM, duration: 0, live: true });

/** A player with a station on air. */
function onAir() {
  const player = fakePlayer();
  player.files[STREAM] = { duration: Number.POSITIVE_INFINITY };
  const sources = {
    ...originals,
    url: ({ track }: QueueItem) => {
      const { to } = rewound.getState();
      return to?.id === track.id ? since(track.audioUrl, to.from) : track.audioUrl;
    },
  };
  player.engine.setSources(sources);
  return { ...player, audio: () => player.audios.find(({ src }) => src !== '') };
}

afterEach(() => rewound.setState({ to: null }));

describe('addresses', () => {
  it('tell whether it is a stream and where it starts', () => {
    expect([isStream(STREAM), isStream('/api/tracks/1/stream'), isRewound(STREAM)]).toEqual([true, false, false]);
    const past = since(STREAM, Date.UTC(2026, 0, 2, 3, 4, 5));
    expect(past).toBe('/radio/night.mp3?from=2026-01-02T03:04:05.000Z');
    expect(later(past, 65)).toBe('/radio/night.mp3?from=2026-01-02T03:05:10.000Z');
    expect([later(past, 0), isRewound(past)]).toEqual([past, true]);
  });

  it('use an efficient codec at a low limit if the browser supports it', () => {
    const can = plays({ canPlayType: (type) => (type.includes('opus') || type === 'audio/aac' ? 'probably' : '') });
    const of = (streams: string[], step: 'low' | 'high') => streamOf(STREAM, streams, step, can);
    expect([of(['aac', 'opus'], 'low'), of(['aac'], 'low'), of(['aac', 'opus'], 'high'), of([], 'low')]).toEqual([
      `${STREAM}.opus`,
      `${STREAM}.aac`,
      STREAM,
      STREAM,
    ]);
    expect(streamOf(STREAM, ['opus'], 'low', () => false)).toBe(STREAM);
  });
});

describe('a station', () => {
  it('plays without a duration, and preloads nothing', () => {
    const { engine, audios, seconds } = onAir();
    engine.playNow([station, song('a')]);
    seconds(120);
    const { state, duration } = engine.snapshot();
    expect([state, duration]).toEqual(['playing', 0]);
    expect(audios.filter(({ src }) => src !== '')).toHaveLength(1);
    engine.seek(30);
    expect(engine.position()).toBeGreaterThan(100);
  });

  it('is not requested while paused, and resumes live', () => {
    const { engine, audio, seconds } = onAir();
    engine.playNow([station]);
    seconds(60);
    engine.pause();
    expect([engine.snapshot().state, audio()]).toEqual(['paused', undefined]);
    engine.resume();
    seconds(1);
    expect([engine.snapshot().state, audio()?.src]).toEqual(['playing', STREAM]);
    expect(engine.position()).toBeLessThan(2);
    engine.stop();
    expect([engine.snapshot().state, audio()]).toEqual(['stopped', undefined]);
  });

  it('is not requested by a restored session', () => {
    const first = onAir();
    const store = fakeStore();
    const { flush } = keepSession(first.engine, store, first.clock);
    first.engine.playNow([station]);
    first.seconds(10);
    flush();
    const { engine, audio, seconds } = onAir();
    engine.restore(readSession(store) as NonNullable<ReturnType<typeof readSession>>);
    expect([engine.snapshot().state, engine.snapshot().current?.details.live, audio()]).toEqual(['paused', true, undefined]);
    engine.resume();
    seconds(1);
    expect(engine.snapshot().state).toBe('playing');
  });

  it('reconnects by itself for as long as it is offline', async () => {
    const { engine, server, files, audio, seconds } = onAir();
    server.status = 503;
    engine.playNow([station]);
    seconds(5);
    audio()?.dispatchEvent(new Event('ended'));
    await vi.waitFor(() => expect(engine.snapshot().state).toBe('reconnecting'));
    files[STREAM] = { error: 4 };
    for (let i = 0; i < 20; i++) {
      await Promise.resolve();
      seconds(30);
    }
    expect(engine.snapshot().state).toBe('reconnecting');
    files[STREAM] = { duration: Number.POSITIVE_INFINITY };
    engine.online();
    for (let i = 0; i < 40; i++) {
      await Promise.resolve();
      seconds(1);
    }
    expect(engine.snapshot().state).toBe('playing');
  });

  it('is not requested repeatedly while the server says that it is offline', async () => {
    const { clock } = fakePlayer();
    const actions = { retry: vi.fn(), fail: vi.fn() };
    const recovery = new Recovery({ clock, probe: async () => ({ status: 503 }), renew: async () => 'visitor' }, actions);
    for (const wait of [3000, 15_000, 30_000, 30_000]) {
      await recovery.handle(STREAM, 4);
      actions.retry.mockClear();
      clock.advance(wait - 1);
      expect(actions.retry).not.toHaveBeenCalled();
      clock.advance(1);
      expect(actions.retry).toHaveBeenCalledOnce();
    }
    expect(actions.fail).not.toHaveBeenCalled();
  });

  it('is given up if it was deleted', async () => {
    const { engine, server, files, seconds } = onAir();
    const notice = vi.fn();
    engine.on('notice', notice);
    server.status = 404;
    files[STREAM] = { error: 4 };
    engine.playNow([station]);
    for (let i = 0; i < 20; i++) {
      await Promise.resolve();
      await Promise.resolve();
      seconds(10);
    }
    expect(notice).toHaveBeenCalledWith(expect.objectContaining({ reason: 'missing' }));
  });

  it('rewinds, keeps that position and returns to live', () => {
    const { engine, files, audio, seconds, clock } = onAir();
    const from = clock.now() - 3_600_000;
    const at = (s: number) => since(STREAM, from + s * 1000);
    for (const s of [0, 20, 80]) files[at(s)] = { duration: Number.POSITIVE_INFINITY };
    engine.playNow([station]);
    seconds(30);
    rewound.setState({ to: { id: 's1', from } });
    engine.refresh();
    expect(audio()?.src).toBe(at(0));
    seconds(20.01);
    engine.pause();
    expect(Math.round(engine.position())).toBe(20);
    engine.resume();
    const moment = Date.parse(audio()?.src.split('?from=')[1] ?? '');
    expect(Math.round((moment - from) / 1000)).toBe(20);
    rewound.setState({ to: null });
    engine.refresh();
    seconds(1);
    expect([engine.snapshot().state, audio()?.src]).toEqual(['playing', STREAM]);
  });

  it('is not counted as a play of a track', () => {
    const { engine, clock, seconds } = onAir();
    const store = fakeStore();
    const send = vi.fn(async () => 'done' as const);
    new PlayCount(engine, store, clock, send).watch();
    engine.playNow([station]);
    seconds(120);
    expect(send).not.toHaveBeenCalled();
  });
});

describe('what a station plays', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'MediaMetadata',
      class {
        constructor(init: MediaMetadataInit) {
          Object.assign(this, init);
        }
      },
    );
    return () => vi.unstubAllGlobals();
  });

  it('is shown on the lock screen, without seeking', () => {
    const { engine, seconds } = onAir();
    const handlers: Record<string, unknown> = {};
    const session = {
      metadata: null as MediaMetadata | null,
      playbackState: 'none',
      setActionHandler: (action: string, handler: unknown) => {
        handlers[action] = handler;
      },
      setPositionState: vi.fn(),
    };
    connectMediaSession(engine, session as unknown as MediaSession);
    engine.playNow([station]);
    seconds(1);
    expect(session.metadata).toMatchObject({ title: 'Night FM' });
    expect([handlers.seekto, handlers.seekforward]).toEqual([null, null]);
    const uid = engine.snapshot().current?.uid ?? '';
    engine.describe(uid, { title: 'Blue Train', artist: 'John Coltrane', coverImageUrl: '/c?v=1', trackId: 't', problem: '' });
    expect(session.metadata).toMatchObject({ title: 'Blue Train', artist: 'John Coltrane', album: 'Night FM' });
    expect(session.metadata?.artwork[0]?.src).toBe('/c?v=1&size=96');
    expect(session.setPositionState).toHaveBeenLastCalledWith();
    engine.playNow([song('a')]);
    expect([engine.snapshot().onAir, session.metadata?.title]).toEqual([null, 'A']);
    expect(handlers.seekto).not.toBeNull();
  });
});
