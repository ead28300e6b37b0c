import { afterEach, expect, it, vi } from 'vitest';
import type { Track } from '@/api/types';
import type { BufferSound } from './deck-sound';
import { NotLoaded, soundOf } from './sound-of';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const song = { audioUrl: '/api/tracks/1/audio', duration: 180 } as Track;
const whyOf = (context: object, track = song) =>
  soundOf(track, context as BaseAudioContext, {} as AudioNode).then(
    ({ sound }) => `${sound.duration} s`,
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

/** A file of a byte per second of sound. Its pieces arrive at some seconds; an error ends it. */
function arrives(...pieces: readonly [at: number, piece: number | Error][]) {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const left = [...pieces];
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const [at, piece] = left.shift() ?? [];
    if (at === undefined || piece === undefined) return controller.close();
    vi.setSystemTime(at * 1000);
    if (piece instanceof Error) controller.error(piece);
    else controller.enqueue(new Uint8Array(piece));
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers: { 'Content-Length': `${song.duration}` } })));
}

const perByte = ({ byteLength }: ArrayBuffer) => Promise.resolve({ duration: byteLength });

/** The seconds of each sound, until all of the song is there or the reason why not. */
async function loaded(decodeAudioData: (bytes: ArrayBuffer) => Promise<{ duration: number }>) {
  const found: (number | string)[] = [];
  try {
    const { sound, rest = [] } = await soundOf(song, { decodeAudioData } as unknown as BaseAudioContext, {} as AudioNode);
    found.push(sound.duration);
    for await (const more of rest) found.push((more as BufferSound).isWhole ? more.duration : `${more.duration} of it`);
  } catch (error) {
    found.push(error instanceof NotLoaded ? error.why : String(error));
  }
  return found;
}

it('plays the beginning of a song before all of it is decoded', async () => {
  arrives([0, 100], [0, 80]);
  expect(await loaded(perByte)).toEqual([8, 180]);
});

it('decodes more of a song on a busy device before all of it, so that the deck does not come to the end', async () => {
  const slowly = (ms: number) => (bytes: ArrayBuffer) => {
    vi.setSystemTime(Date.now() + ms * bytes.byteLength);
    return perByte(bytes);
  };
  arrives([0, 100], [0, 80]);
  expect(await loaded(slowly(20))).toEqual([8, 180]); // all of it in 3.6 s
  arrives([0, 100], [0, 80]);
  expect(await loaded(slowly(100))).toEqual([8, '40 of it', 180]); // all of it in 18 s
  arrives([0, 100], [0, 80]);
  expect(await loaded(slowly(400))).toEqual([8, '16 of it', '32 of it', '64 of it', 180]);
});

it('decodes what there is of a song that arrives slowly, before the deck can come to the end of that', async () => {
  arrives([0, 30], [3, 30], [11, 30], [12, 60], [50, 30]);
  expect(await loaded(perByte)).toEqual([8, '90 of it', 180]);
  arrives([0, 30], [5, 30], [11, 30], [12, 60], [50, 30]); // when all has arrived, all is decoded
  expect(await loaded(perByte)).toEqual([8, '60 of it', 180]);
});

it('waits for all of a file that cannot be decoded in parts, and for more than a cover in front of the sound', async () => {
  arrives([0, 100], [0, 80]);
  expect(await loaded((bytes) => (bytes.byteLength < 180 ? Promise.reject(new Error('no index')) : perByte(bytes)))).toEqual([180]);
  arrives([0, 100], [0, 80]);
  expect(await loaded(({ byteLength }) => Promise.resolve({ duration: byteLength === 180 ? 170 : 1 }))).toEqual([170]);
});

it('says that the rest of a song did not arrive', async () => {
  arrives([0, 40], [1, new TypeError('network error')]);
  expect(await loaded(perByte)).toEqual([8, 'network']);
});

it.each([
  ['a file that the server does not have', () => Promise.resolve(new Response(null, { status: 404 })), 'missing'],
  ['a server that is away', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
  ['a file that the browser cannot play', () => Promise.resolve(new Response(null)), 'format'],
] as const)('says why a long track does not load: %s', async (_, answer, why) => {
  class Context {
    sampleRate = 48_000;
  }
  class BrokenAudio {
    error = null;
    set onerror(report: () => void) {
      queueMicrotask(report);
    }
  }
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('Audio', BrokenAudio);
  vi.stubGlobal('fetch', answer);
  expect(await whyOf(new Context(), { ...song, duration: 3600 })).toBe(why);
});

it('downloads and decodes nothing more once the deck wants another track', async () => {
  const giveUp = new AbortController();
  const asked: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, options?: RequestInit) => {
    asked.push(options?.signal);
    giveUp.abort();
    return Promise.resolve(new Response('sound'));
  });
  const decodeAudioData = vi.fn(decoding.decodeAudioData);
  const context = { decodeAudioData } as unknown as BaseAudioContext;
  await expect(soundOf(song, context, {} as AudioNode, giveUp.signal)).rejects.toThrow('abort');
  expect(asked).toEqual([giveUp.signal]);
  expect(decodeAudioData).not.toHaveBeenCalled();
});

it('decodes a long track while there is memory for it, which closing the sound gives back', async () => {
  class Context {
    sampleRate = 48_000;
    currentTime = 0;
    decodeAudioData = () => Promise.resolve({ duration: 1500 });
  }
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal(
    'Audio',
    class {
      set onerror(report: () => void) {
        queueMicrotask(report);
      }
    },
  );
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('sound')));
  const load = () => soundOf({ ...song, duration: 1500 }, new Context() as unknown as BaseAudioContext, {} as AudioNode);
  const [one, other] = [await load(), await load()];
  expect(one.sound.duration).toBe(1500);
  await expect(load()).rejects.toThrow(); // the third would stream, which this browser cannot
  one.sound.close();
  const third = await load();
  for (const { sound } of [other, third]) sound.close();
});
