import { afterEach, expect, it, vi } from 'vitest';
import type { Track } from '@/api/types';
import { NotLoaded, soundOf } from './sound-of';

afterEach(() => void vi.unstubAllGlobals());

const song = { audioUrl: '/api/tracks/1/audio', duration: 180 } as Track;
const whyOf = (context: object) =>
  soundOf(song, context as BaseAudioContext, {} as AudioNode).then(
    ({ duration }) => `${duration} s`,
    (error: unknown) => (error instanceof NotLoaded ? error.why : error),
  );
const decoding = { decodeAudioData: () => Promise.resolve({ duration: 180 }) };

it.each([
  ['a file that the server does not have', () => Promise.resolve(new Response('', { status: 404 })), 'missing'],
  ['a server in trouble', () => Promise.resolve(new Response('', { status: 503 })), 'network'],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
] as const)('says why %s does not load', async (_, answer, why) => {
  vi.stubGlobal('fetch', answer);
  expect(await whyOf(decoding)).toBe(why);
});

it('asks for another format if the browser cannot play the file, and says if it cannot play that either', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response('sound'));
  });
  const decodeAudioData = vi.fn(decoding.decodeAudioData).mockRejectedValueOnce(new Error('EncodingError'));
  expect(await whyOf({ decodeAudioData })).toBe('180 s');
  expect(asked).toEqual([song.audioUrl, expect.stringContaining('mp3')]);
  expect(await whyOf({ decodeAudioData: () => Promise.reject(new Error('EncodingError')) })).toBe('format');
});
