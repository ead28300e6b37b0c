import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/api/query-client';
import type { AutomixPair, Generation } from '@/api/types';
import { FakeClock } from '@/audio/fakes';
import { BufferSound } from '@/dj/deck/deck-sound';
import { silentDesk, sound } from '@/dj/fakes';
import { aTrack, serve } from '@/testing/pages';
import { fill } from './fill';

/** Where sound was asked for. */
const asked = vi.hoisted((): string[] => []);
vi.mock('@/dj/deck/sound-of', async (original) => ({
  ...(await original<object>()),
  soundOf: async ({ audioUrl }: { audioUrl: string }) => {
    asked.push(audioUrl);
    return audioUrl.includes('generations') ? growing() : { sound: sound(200) };
  },
}));
vi.mock('@/dj/deck/samples', async (original) => ({
  ...(await original<object>()),
  fromSample: (_: unknown, title: string) => async () => ({ track: { ...aTrackOn, title }, sound: sound(60) }),
}));

afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
});

const aTrackOn = { id: null, library: null, grid: null, peaks: null, loudness: null, cues: [], sections: [], bpm: 128, duration: 60 };

/** The sound of a piece that is being composed: its beginning, then all of it. */
function growing() {
  const part = (seconds: number, isWhole: boolean) => {
    const buffer = { duration: seconds, length: seconds, sampleRate: 1, getChannelData: () => new Float32Array(seconds) };
    return new BufferSound({ currentTime: 0 } as BaseAudioContext, buffer as unknown as AudioBuffer, {} as AudioNode, isWhole);
  };
  return {
    sound: part(8, false),
    rest: (async function* () {
      yield part(80, true);
    })(),
  };
}

const wanted = { prompt: 'night, house, 130 BPM, C minor', duration: 80, style: 'House', bpm: 130, key: 'Cm', camelot: '5A' };
const [fits, lacks] = [
  { track: aTrack('t1', { title: 'Found' }), fits: true, wanted: null },
  { fits: false, wanted },
];

const piece = (change: Partial<Generation>): Partial<Generation> => ({
  id: 'g1',
  title: 'Silver Signal',
  state: 'composing',
  bpm: 130,
  duration: 80,
  audioUrl: null,
  trackId: null,
  plan: { beats: 4 },
  ...change,
});

/** A desk whose decks are filled for some words, with a server that answers with these decks and makes music as told. */
async function filled(decks: AutomixPair['decks'], making: () => unknown, isSignedIn = true) {
  const desk = silentDesk(new FakeClock());
  const server = serve({
    'GET /api/automixes/pair': () => ({ decks, understood: null }),
    'POST /api/ai/generations': making,
    'GET /api/ai/generations/g1': () =>
      piece({ state: 'ready', audioUrl: '/api/ai/generations/g1/audio', trackId: grown.isFinished ? 't9' : null }),
    'GET /api/tracks/t9': () => aTrack('t9', { title: 'Silver Signal', artist: 'Mara' }),
  });
  const said: string[] = [];
  const outcome = await fill(desk, 'night', { client: createQueryClient(), isSignedIn, say: (words) => said.push(words) });
  return { desk, outcome, said, server, titles: desk.decks.map((deck) => deck.get().track?.title) };
}
const grown = { isFinished: false };

it('has a piece composed for the deck for which the library has nothing', async () => {
  grown.isFinished = false;
  const { desk, outcome, said, server } = await filled([fits, lacks], () => piece({ audioUrl: '/api/ai/generations/g1/audio' }));
  expect(server.bodies('POST /api/ai/generations')).toEqual([
    {
      prompt: wanted.prompt,
      duration: 80,
      provider: 'built-in',
    },
  ]);
  expect(said).toEqual(['Composing deck B: House, 130 BPM, Cm…']);
  const [a, b] = desk.decks.map((deck) => deck.get().track);
  expect(a).toMatchObject({ id: 't1', title: 'Found' });
  expect(b).toMatchObject({ id: null, title: 'Silver Signal', bpm: 130, key: 'Cm', camelot: '5A' });
  expect(b?.grid).toEqual({ runs: [{ first: 0, start: 0, bpm: 130 }], downbeat: 0, meter: 4 });
  expect(asked).toContain('/api/ai/generations/g1/audio');
  expect(outcome).toBe(
    'Deck A: Found from the library. Deck B: Silver Signal, new House at 130 BPM in Cm. New pieces are private, and stay in AI Music.',
  );
  grown.isFinished = true;
  await vi.waitFor(() => expect(desk.decks[1]?.get().track).toMatchObject({ id: 't9', artist: 'Mara', duration: 80, bpm: 130 }), 3000);
});

it('takes tracks of the library that fit, and orders nothing', async () => {
  const { outcome, server, titles } = await filled([fits, { ...fits, track: aTrack('t2', { title: 'Other' }) }], () => piece({}));
  expect(titles).toEqual(['Found', 'Other']);
  expect(server.of('POST')).toEqual([]);
  expect(outcome).toBe('Found and Other match each other.');
});

it.each([
  [
    'a plan that is used up',
    { status: 409, body: { detail: 'Your pieces of this month are used up.' } },
    true,
    'Your pieces of this month are used up.',
  ],
  ['a piece that fails', piece({ state: 'failed', reason: 'The disk is full.' }), true, 'The disk is full.'],
  ['a visitor', piece({}), false, 'Sign in to let the composer write music.'],
])('takes the nearest track, or a sample, and says why, for %s', async (_, answer, isSignedIn, why) => {
  const near = { ...lacks, track: aTrack('t3', { title: 'Near' }) };
  const { outcome, titles } = await filled([near, lacks], () => answer, isSignedIn);
  expect(titles).toEqual(['Near', 'Sample 130 BPM']);
  expect(outcome).toBe(
    `Not everything could be composed: ${why} The decks hold what comes closest. Deck A: Near from the library. Deck B: Sample 130 BPM.`,
  );
});
