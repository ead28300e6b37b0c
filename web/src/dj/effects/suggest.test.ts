import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import type { Deck } from '../deck/deck';
import type { Desk } from '../desk';
import type { Side } from '../mixer/curves';
import { Watched } from '../state';
import { Assistant } from './assistant';
import { suggest, type View } from './suggest';
import { viewOf } from './view';

type Label = 'intro' | 'break' | 'build' | 'drop' | 'outro';
/** 120 BPM in bars of four beats: a section begins every 16 bars. */
const sections = (...list: (readonly [Label, number])[]) =>
  list.map(([label, energy], i) => ({ label, energy, start: i * 32, end: (i + 1) * 32 }));
const grid = { runs: [{ first: 0, start: 0, bpm: 120 }], downbeat: 0, meter: 4 };

const view = (change: Partial<View> = {}): View => ({
  form: { grid, sections: sections(['intro', 0.2], ['break', 0.3], ['drop', 0.9], ['break', 0.4], ['outro', 0.3]) },
  beat: 8,
  last: 320,
  isPlaying: true,
  isOpen: true,
  bpm: 120,
  ownBpm: 120,
  bass: 0,
  hasLow: true,
  isUnfiltered: true,
  ...change,
});
const idle = (change: Partial<View> = {}) => view({ isPlaying: false, beat: 0, ...change });
const acts = (...views: View[]) => suggest(views).map(({ act, deck, from, to, bars }) => [act, deck, from, to, bars]);

describe('the rules', () => {
  it('announce a drop eight bars ahead: the filter, and a riser for its end', () => {
    expect(acts(view({ beat: 96.5 }), idle())).toEqual([['highpass', 0, 97, 128, 8], ['riser', 0, 112, 128, 8]]); // biome-ignore format: rows
    expect(acts(view({ beat: 70 }), idle())[0]).toEqual(['highpass', 0, 96, 128, 15]);
    expect(acts(view({ beat: 125 }), idle())).toEqual([]); // too late
  });
  it('leave a filter alone that a person turned', () => {
    expect(acts(view({ beat: 96, isUnfiltered: false }), idle()).map(([act]) => act)).toEqual(['riser']);
  });
  it('wash the sound away before a break', () => expect(acts(view({ beat: 150 }), idle())).toEqual([['wash', 0, 184, 192, 11]]));
  it('leave with an echo at the end of a phrase, once the other deck plays', () => {
    expect(acts(view({ beat: 300 }), view({ beat: 20 }))).toContainEqual(['echoOut', 0, 316, 320, 5]);
    expect(acts(view({ beat: 300 }), view({ beat: 20, isOpen: false })).map(([act]) => act)).not.toContain('echoOut');
    expect(acts(view({ beat: 300 }), idle())).toEqual([]);
  });
  it('name the deck that plays, of four', () => {
    const [ended, empty] = [view({ beat: 300 }), idle({ form: null, last: 0 })];
    const echo = suggest([empty, ended, empty, view({ beat: 20 })]).find(({ act }) => act === 'echoOut');
    expect([echo?.deck, echo?.other]).toEqual([1, 3]);
    expect(suggest([empty, ended, empty, empty])).toEqual([]);
  });
  it('brake where no tempo can be matched', () => {
    expect(acts(view({ beat: 270 }), idle({ ownBpm: 90 }))).toEqual([['brake', 0, 284, 288, 5]]);
    expect(acts(view({ beat: 270 }), idle({ ownBpm: 62 }))).toEqual([]); // half of it
    expect(acts(view({ beat: 270 }), idle({ ownBpm: null }))).toEqual([]);
  });
  it('cut the bass of the later track while two play, and not below another that is cut', () => {
    const bass = { bass: 0.6 };
    expect(acts(view({ ...bass, beat: 130 }), view({ ...bass, beat: 2.5 }))).toContainEqual([
      'killBass',
      1,
      4,
      Number.POSITIVE_INFINITY,
      1,
    ]);
    expect(acts(view({ ...bass, beat: 130, hasLow: false }), view({ ...bass, beat: 2.5 })).map(([act]) => act)).not.toContain('killBass');
    expect(acts(view({ ...bass, beat: 130 }), view({ beat: 2.5 })).map(([act]) => act)).not.toContain('killBass');
  });
  it('are silent about a deck that is paused, faded out, or without a beat', () => {
    for (const change of [{ isPlaying: false }, { isOpen: false }, { form: null }])
      expect(acts(view({ beat: 100, ...change }), idle())).toEqual([]);
  });
});

/** A deck whose place a test sets, with the controls that the assistant moves. */
class FakeDeck extends Watched<{
  track: object;
  isPlaying: boolean;
  volume: number;
  eq: Record<string, number>;
  filter: number;
  side: Side;
}> {
  heard = 0;
  rate = 1;
  bpm = 120;
  constructor(isPlaying: boolean) {
    super({
      track: { grid, duration: 160, peaks: null, sections: view().form?.sections },
      isPlaying,
      volume: 100,
      eq: { low: 50 },
      filter: 50,
      side: 'a',
    });
  }
  setFilter = (filter: number) => this.set({ filter });
  setBand = (band: string, position: number) => this.set({ eq: { [band]: position } });
  pause = () => this.set({ isPlaying: false });
}

function setUp() {
  const clock = new FakeClock();
  const decks = [new FakeDeck(true), new FakeDeck(true)] as const;
  const racks = [0, 1].map(() => ({ slots: [{ get: () => ({ phase: 'off' }) }, { get: () => ({ phase: 'off' }) }] }));
  const desk = { decks, racks, get: () => ({ crossfader: 50, curve: 'power' }), toggle: vi.fn() };
  const assistant = new Assistant(desk as unknown as Desk, clock);
  const goTo = (deck: FakeDeck, beat: number) => {
    deck.heard = beat / 2;
    clock.advance(400);
  };
  return { clock, decks, assistant, goTo };
}

describe('the view of a deck', () => {
  it('is open on the side of the crossfader that it is assigned to', () => {
    const deck = new FakeDeck(true);
    const isOpenAt = (crossfader: number) =>
      viewOf({ get: () => ({ crossfader, curve: 'power' }) } as Desk, deck as unknown as Deck).isOpen;
    expect([isOpenAt(0), isOpenAt(100)]).toEqual([true, false]);
    deck.set({ side: 'b' });
    expect([isOpenAt(0), isOpenAt(100)]).toEqual([false, true]);
    deck.set({ side: 'through' });
    expect([isOpenAt(0), isOpenAt(100)]).toEqual([true, true]);
  });
});

describe('the assistant', () => {
  it('raises the filter before the drop, and lets everything back in on it', () => {
    const { decks, assistant, goTo } = setUp();
    const [deck] = decks;
    const stop = assistant.watch();
    goTo(deck, 96);
    const found = assistant.get().suggestions.find(({ act }) => act === 'highpass');
    if (!found) throw new Error('no suggestion');
    assistant.take(found);
    stop(); // what is done goes on
    goTo(deck, 112);
    expect(deck.get().filter).toBeCloseTo(66, 5);
    expect(assistant.get().doing).toEqual([{ ...found, bars: 4 }]);
    goTo(deck, 128);
    expect([deck.get().filter, assistant.get().doing]).toEqual([50, []]);
  });
  it('leaves a control to the person who takes it', () => {
    const { decks, assistant, goTo } = setUp();
    const [deck] = decks;
    goTo(deck, 96);
    assistant.take({ act: 'highpass', deck: 0, from: 96, to: 128, bars: 8 });
    goTo(deck, 104);
    deck.setFilter(30);
    goTo(deck, 108);
    expect([deck.get().filter, assistant.get().doing]).toEqual([30, []]);
  });
  it('gives a bass back once it is alone', () => {
    const { decks, assistant, goTo } = setUp();
    const [one, two] = decks;
    assistant.take({ act: 'killBass', deck: 1, from: 4, to: Number.POSITIVE_INFINITY, bars: 1 });
    expect(two.get().eq.low).toBe(50);
    goTo(two, 4);
    expect(two.get().eq.low).toBe(0);
    one.pause();
    goTo(two, 8);
    expect(two.get().eq.low).toBe(50);
  });
  it('undoes what is cancelled, and what a pause ends', () => {
    const { decks, assistant, goTo } = setUp();
    const [deck] = decks;
    const sweep = { act: 'highpass', deck: 0, from: 96, to: 128, bars: 8 } as const;
    for (const end of [() => assistant.cancel(sweep), () => deck.pause()]) {
      goTo(deck, 96);
      assistant.take(sweep);
      goTo(deck, 110);
      expect(deck.get().filter).toBeGreaterThan(60);
      end();
      goTo(deck, 111);
      expect(deck.get().filter).toBe(50);
    }
  });
});
