import { describe, expect, it, vi } from 'vitest';
import type { Track } from '@/api/types';
import { FakeClock } from '@/audio/fakes';
import { type DeckTrack, unknown } from '../deck/track';
import type { Desk } from '../desk';
import type { Side } from '../mixer/curves';
import { questions, ranked } from './candidates';
import { freeDeck, gainOn, leading } from './free';
import { History } from './history';
import { Prepared } from './prepared';

const memory = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
};
const song = (id: string, change: Partial<Track> = {}) =>
  ({ id, title: id, bpm: 128, camelot: '8A', energy: 0.5, duration: 200, loudness: -14, isMissing: false, ...change }) as Track;

describe('the prepare list', () => {
  it('is kept for each account, in the order that somebody gave it', () => {
    const place = memory();
    const list = new Prepared(place);
    list.use('ana');
    for (const id of ['a', 'b', 'c', 'a']) list.add(song(id));
    list.move('c', -1);
    list.move('a', 9);
    list.remove('b');
    const again = new Prepared(place);
    again.use('ana');
    expect(again.get().tracks.map(({ id }) => id)).toEqual(['c', 'a']);
    again.use('ben');
    expect(again.get().tracks).toEqual([]);
  });
  it.each(['not json', '{"a":1}', '[null,{"id":5}]'])('is empty if %s is kept', (text) => {
    const list = new Prepared({ ...memory(), get: () => text });
    list.use('ana');
    expect(list.get().tracks).toEqual([]);
  });
});

describe('what goes with a track', () => {
  const leader = { id: 'l', bpm: 128, camelot: '8A', energy: 0.5 };
  it('is asked for by tempo, its half and double, and by key', () => {
    expect(questions(leader).map(({ bpmMin, compatible }) => [bpmMin, compatible])).toEqual([
      [117, '8A'],
      [235, '8A'],
      [58, '8A'],
      [117, undefined],
      [undefined, undefined],
    ]);
    expect(questions({ ...leader, bpm: null })).toEqual([
      { compatible: '8A', limit: 300 },
      { limit: 100, sort: '-added' },
    ]);
  });
  it('is ranked once, without itself and without missing files', () => {
    const lists = [
      [song('l'), song('gone', { isMissing: true }), song('b', { bpm: 64, energy: 0.4 })],
      [song('b', { bpm: 64 }), song('c', { camelot: '2A' })],
    ];
    expect(ranked(leader, lists, [song('alike')]).map(({ track }) => track.id)).toEqual(['alike', 'b', 'c']);
  });
  it('is never silent, as far as is known', () => {
    const lists = [[song('silent', { loudness: -70 }), song('unmeasured', { loudness: null })]];
    expect(ranked(leader, lists, []).map(({ track }) => track.id)).toEqual(['unmeasured']);
  });
  it('is never a recording of a set, also if it sounds the same', () => {
    const set = song('set', { duration: 15 * 60 + 1 });
    expect(ranked(leader, [[set, song('long', { duration: 15 * 60 })]], [set]).map(({ track }) => track.id)).toEqual(['long']);
  });
});

type FakeDeck = { track?: DeckTrack | null; isPlaying?: boolean; volume?: number; isLoading?: boolean; side?: Side };

function fakeDesk(crossfader: number, ...decks: FakeDeck[]) {
  const listeners = new Set<() => void>();
  const eq = { low: 50, mid: 50, high: 50 };
  const state = decks.map((deck, i) => ({
    side: i % 2 === 0 ? 'a' : 'b',
    track: null,
    isPlaying: false,
    volume: 75,
    isLoading: false,
    eq,
    ...deck,
  }));
  const desk = {
    get: () => ({ crossfader, curve: 'power', master: 80 }),
    decks: state.map((one) => ({ get: () => one })),
    watchDecks: (listener: () => void) => listeners.add(listener),
    isPlaying: () => state.some((one) => one.isPlaying),
  };
  return { desk: desk as unknown as Desk, state, changed: () => [...listeners].map((call) => call()) };
}

describe('the free deck', () => {
  const track = unknown('x');
  const free = (crossfader: number, ...decks: FakeDeck[]) => {
    const { desk } = fakeDesk(crossfader, ...decks);
    return [freeDeck(desk), leading(desk)].map((deck) => (deck ? desk.decks.indexOf(deck) : null));
  };
  it.each<[number, FakeDeck[], (number | null)[]]>([
    [50, [{}, {}], [0, null]],
    [50, [{ track }, {}], [1, 0]],
    [50, [{ track }, { track }], [1, 0]],
    [50, [{ track, isPlaying: true }, { track }], [1, 0]],
    [
      100,
      [
        { track, isPlaying: true },
        { track, isPlaying: true },
      ],
      [0, 1],
    ],
    [
      50,
      [
        { track, isPlaying: true },
        { track, isPlaying: true },
      ],
      [null, 0],
    ],
    [50, [{ isLoading: true }, { track, isPlaying: true }], [null, 1]],
    [
      0,
      [
        { track, isPlaying: true, side: 'b' },
        { track, isPlaying: true, side: 'through' },
      ],
      [0, 1],
    ],
  ])('with the crossfader at %i and %o is %o', (crossfader, decks, want) => expect(free(crossfader, ...decks)).toEqual(want));
});

describe('the gain of a deck', () => {
  it.each<[number, Side, number]>([
    [0, 'a', 1],
    [0, 'b', 0],
    [0, 'through', 1],
    [50, 'a', Math.SQRT1_2],
    [50, 'through', 1],
    [100, 'a', 0],
    [100, 'b', 1],
    [100, 'through', 1],
  ])('with the crossfader at %i is that of side %s', (crossfader, side, want) => {
    const { desk } = fakeDesk(crossfader, { side, volume: 75 });
    expect(gainOn(desk, desk.decks[0] as Desk['decks'][number])).toBeCloseTo(want, 9);
  });
});

describe('the history', () => {
  const playing = () => ({ ...unknown('t1'), id: 't1', duration: 200, library: song('t1') });
  const pass = async (clock: FakeClock, seconds: number) => {
    clock.advance(seconds * 1000);
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };

  it('lists what was heard, and reports a play once, also after the server was away', async () => {
    const clock = new FakeClock();
    const place = memory();
    const { desk, state, changed } = fakeDesk(50, { track: playing(), isPlaying: true }, { track: playing(), isPlaying: true, volume: 0 });
    const send = vi.fn<(report: { id: string; trackId: string }) => Promise<'done' | 'later'>>(async () => 'later');
    const history = new History(desk, clock, place, send);
    history.use('ana');
    changed();
    await pass(clock, 9);
    expect(history.get().heard).toEqual([]);
    await pass(clock, 30);
    expect(history.get().heard.map(({ track }) => track.id)).toEqual(['t1']);
    expect(send.mock.calls.map(([{ trackId }]) => trackId)).toEqual(['t1']);
    Object.assign(state[0] as object, { isPlaying: false });
    Object.assign(state[1] as object, { isPlaying: false });
    const later = new History(desk, clock, place, async (report) => {
      await send(report);
      return 'done';
    });
    later.use('ana');
    await pass(clock, 1);
    expect(later.get().heard).toHaveLength(1);
    expect(send.mock.calls[1]?.[0].id).toBe(send.mock.calls[0]?.[0].id);
    expect([...place.kept.keys()]).toEqual(['sonora_desk_history_ana']); // no report waits
  });

  it('reports nothing for visitors', async () => {
    const clock = new FakeClock();
    const send = vi.fn(async () => 'done' as const);
    const { desk, changed } = fakeDesk(50, { track: playing(), isPlaying: true });
    new History(desk, clock, memory(), send).use('');
    changed();
    await pass(clock, 60);
    expect(send).not.toHaveBeenCalled();
  });
});
