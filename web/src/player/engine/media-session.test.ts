import { beforeEach, expect, it, vi } from 'vitest';
import { connectMediaSession } from './media-session';
import { fakePlayer, song, songs } from './testing';

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

function fakeSession() {
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {};
  const state: { position?: MediaPositionState } = {};
  const session: MediaSession = {
    metadata: null,
    playbackState: 'none',
    setActionHandler: (action, handler) => {
      if (action === 'stop') throw new TypeError('unknown action');
      handlers[action] = handler;
    },
    setPositionState: (position) => {
      state.position = position;
    },
    setCameraActive: async () => {},
    setMicrophoneActive: async () => {},
  };
  return { session, handlers, state, press: (action: MediaSessionAction, more = {}) => handlers[action]?.({ action, ...more }) };
}

it('shows what plays and follows the media keys', () => {
  const { engine, seconds } = fakePlayer();
  const { session, handlers, state, press } = fakeSession();
  const disconnect = connectMediaSession(engine, session);
  expect(session.playbackState).toBe('none');

  engine.playNow([song('a', { coverImageUrl: '/api/covers/1', album: 'Album' }), song('b')]);
  seconds(5);
  expect(session.metadata).toMatchObject({ title: 'A', artist: 'Artist', album: 'Album' });
  expect(session.metadata?.artwork).toContainEqual({ src: '/api/covers/1?size=600', sizes: '600x600' });
  expect(session.playbackState).toBe('playing');
  expect(state.position).toMatchObject({ duration: 100 });

  press('pause');
  expect([engine.snapshot().isPlaying, session.playbackState]).toEqual([false, 'paused']);
  press('seekto', { seekTime: 50 });
  expect(state.position?.position).toBe(50);
  press('seekbackward');
  press('seekforward', { seekOffset: 5 });
  expect(engine.position()).toBe(45);
  press('play');
  press('nexttrack');
  expect(session.metadata?.title).toBe('B');
  expect(session.metadata?.artwork).toMatchObject([{ sizes: 'any', type: 'image/svg+xml' }]); // generated art instead of a cover
  expect(handlers.nexttrack).toBeNull();
  press('previoustrack');
  expect(session.metadata?.title).toBe('A');

  disconnect();
  expect([session.metadata, session.playbackState, handlers.play]).toEqual([null, 'none', null]);
});

it('has no metadata if nothing is loaded', () => {
  const { engine } = fakePlayer();
  const { session, state } = fakeSession();
  connectMediaSession(engine, session);
  engine.addToQueue(songs('a'));
  engine.reset();
  expect([session.metadata, state.position]).toEqual([null, undefined]);
});
