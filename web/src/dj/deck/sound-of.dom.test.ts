import { afterEach, expect, it, vi } from 'vitest';
import { tokens } from '@/api/auth/tokens';
import type { Track } from '@/api/types';
import { NotLoaded, soundOf } from './sound-of';

afterEach(() => {
  vi.unstubAllGlobals();
  tokens.clear();
});

const context = { decodeAudioData: () => Promise.resolve({ duration: 180 }) } as unknown as BaseAudioContext;

it.each([
  ['plays once the session is renewed', 200, '180 s'],
  ['says that the session has ended', 401, 'session'],
  ['says that the server is away', 503, 'network'],
] as const)('%s, when a track looks missing because the cookie has expired', async (_, status, result) => {
  tokens.store({ access: 'old', refresh: 'old' });
  let hasCookie = false;
  vi.stubGlobal('fetch', (address: string) => {
    if (address !== '/api/auth/token/refresh/') return Promise.resolve(new Response('sound', { status: hasCookie ? 200 : 404 }));
    hasCookie = status === 200;
    return Promise.resolve(new Response(JSON.stringify({ access: 'new', refresh: 'new' }), { status }));
  });
  const found = soundOf({ audioUrl: '/api/tracks/1/stream', duration: 180 } as Track, context, {} as AudioNode).then(
    ({ sound }) => `${sound.duration} s`,
    (error: unknown) => (error instanceof NotLoaded ? error.why : error),
  );
  expect(await found).toBe(result);
});
