import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { gainOn } from '../choose/free';
import { type DeckTrack, unknown } from '../deck/track';
import type { Desk } from '../desk';
import { silentDesk, sound } from '../fakes';
import { bandGain } from '../mixer/curves';
import { AutoMix, type Choice, type Choose } from './auto-mix';
import { movesAt } from './moves';
import { planJoin } from './plan';

type Given = Partial<DeckTrack> & { album?: [id: string, number: number] };

/** A track of 64 bars at 120 BPM, 128 s, full from bar 16 to bar 48 unless told otherwise. */
function track(id: string, { album, ...given }: Given = {}): DeckTrack {
  const bpm = given.bpm === undefined ? 120 : given.bpm;
  const bar = 240 / (bpm ?? 120);
  const library = album ? { id, albumId: album[0], disc: 1, number: album[1] } : null;
  return {
    ...unknown(id),
    id,
    library: library as DeckTrack['library'],
    duration: 64 * bar,
    bpm,
    camelot: '8A',
    energy: 0.5,
    grid: bpm ? { runs: [{ first: 0, start: 0, bpm }], downbeat: 0, meter: 4 } : null,
    sections: [{ start: 16 * bar, end: 48 * bar, label: 'drop', energy: 1 }] as DeckTrack['sections'],
    ...given,
  };
}

const at = { at: 0, rate: 1, stretch: 0.05 };

describe('the plan of a join', () => {
  it.each<[string, Given, Given, object]>([
    ['the same beat', {}, {}, { kind: 'blend', bars: 32, out: 64, in: 0, reason: 'beat' }],
    [
      'a short intro',
      {},
      { sections: [{ start: 16, end: 96, label: 'drop', energy: 1 }] as DeckTrack['sections'] },
      { kind: 'blend', bars: 16, out: 80, in: 0 },
    ],
    ['a near tempo', {}, { bpm: 124 }, { kind: 'blend', rate: expect.closeTo(120 / 124, 9) }],
    ['half the tempo', {}, { bpm: 60 }, { kind: 'blend', rate: 1 }],
    ['keys that clash', {}, { camelot: '2A' }, { kind: 'blend', bars: 8, reason: 'clash' }],
    ['a far tempo', {}, { bpm: 140 }, { kind: 'echo', out: 96, reason: 'tempo' }],
    ['another meter', {}, { grid: { runs: [{ first: 0, start: 0, bpm: 120 }], downbeat: 0, meter: 3 } }, { kind: 'cut', reason: 'meter' }],
    ['no beat after', {}, { bpm: null, grid: null }, { kind: 'echo', reason: 'noBeat' }],
    ['no beat before', { bpm: null, grid: null }, {}, { kind: 'fade', length: 6, reason: 'noBeat' }],
    ['a few bars', {}, { duration: 10, sections: [] }, { kind: 'cut', reason: 'short' }],
    ['an album', { album: ['x', 1] }, { album: ['x', 2] }, { kind: 'gapless', out: 128, in: 0 }],
    ['not the next of the album', { album: ['x', 1] }, { album: ['x', 3] }, { kind: 'blend' }],
  ])('fits %s', (_, from, to, want) => expect(planJoin(track('a', from), track('b', to), at)).toMatchObject(want));

  it('waits for the next phrase when it is late or has to be soon', () => {
    expect(planJoin(track('a'), track('b'), { ...at, at: 97 })).toMatchObject({ kind: 'blend', out: 104, bars: 8, reason: 'late' });
    expect(planJoin(track('a'), track('b'), { ...at, at: 9, soon: true })).toMatchObject({ kind: 'blend', out: 16, bars: 8 });
    expect(planJoin(track('a'), track('b'), { ...at, at: 125 })).toMatchObject({ kind: 'cut', reason: 'short' });
  });

  it('has bars of the speed at which the first track plays', () => {
    expect(planJoin(track('a'), track('b', { bpm: 126 }), { ...at, rate: 1.05 })).toMatchObject({ rate: 1, length: 32 * (2 / 1.05) });
  });

  it('never has two bass lines for longer than a bar, nor none', () => {
    const join = planJoin(track('a'), track('b'), at);
    let both = 0;
    for (let s = 0; s <= join.length; s += 0.02) {
      const { lowOut, lowIn } = movesAt(join, s);
      const [out, into] = [bandGain(lowOut), bandGain(lowIn)];
      if (Math.min(out, into) > 0.1) both += 0.02;
      expect(Math.max(out, into)).toBeGreaterThan(0.2);
    }
    expect(both).toBeLessThan(2);
  });
});

describe('Auto Mix', () => {
  let clock: FakeClock;
  let desk: Desk;
  let list: DeckTrack[];
  let choose: Choose;
  const used: string[] = [];
  const deck = (i: number) => desk.decks[i] as Desk['decks'][number];
  const choice = (one: DeckTrack): Choice => ({
    id: one.id ?? '',
    title: one.title,
    from: 'prepared',
    load: async () => ({ track: one, sound: sound(one.duration) }),
  });
  const make = () =>
    new AutoMix(
      desk,
      clock,
      (leader, avoid) => choose(leader, avoid),
      (id) => used.push(id),
    );
  /** Lets time pass, and promises settle. */
  const pass = async (seconds: number, each?: () => void) => {
    for (let ms = 0; ms < seconds * 1000; ms += 20) {
      clock.advance(20);
      await Promise.resolve();
      await Promise.resolve();
      each?.();
    }
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  const settle = () => pass(0.5);
  /** The level of each deck in the master, 0 while it stands still. */
  const levels = () => desk.decks.map((one) => (one.get().isPlaying ? gainOn(desk, one) : 0));

  beforeEach(() => {
    clock = new FakeClock();
    desk = silentDesk(clock);
    used.length = 0;
    list = [];
    choose = async (leader, { played, failed }) => {
      const next = list.find(({ id }) => id !== null && id !== leader?.id && !played.has(id) && !failed.has(id));
      return next ? choice(next) : null;
    };
  });

  const playing = (one: DeckTrack, place = 0) => {
    deck(0).load(one, sound(one.duration));
    deck(0).seek(place);
    desk.toggle(deck(0));
  };

  it('starts the first track, brings in the next ones on the beat, and frees the decks', async () => {
    list = [track('a'), track('b', { bpm: 122 }), track('c')];
    const auto = make();
    auto.start();
    await pass(1);
    expect(deck(0).get()).toMatchObject({ isPlaying: true, track: { id: 'a' } });
    expect(auto.get()).toMatchObject({ phase: 'ready', next: { deck: 1, track: { id: 'b' } }, join: { kind: 'blend', bars: 32 } });
    await pass(64.5);
    expect(auto.get().phase).toBe('mixing');
    expect(deck(1).get()).toMatchObject({ isPlaying: true, sync: true });
    const off = Math.abs(((deck(1).position * 122) / 60 - (deck(0).position * 120) / 60) % 4);
    expect(Math.min(off, 4 - off)).toBeLessThan(0.02); // the same beat of the bar
    await pass(66);
    expect(deck(0).get()).toMatchObject({ isPlaying: false, track: { id: 'c' }, eq: { low: 50, mid: 50 }, filter: 50 });
    expect(desk.get().crossfader).toBe(100);
    expect(auto.get()).toMatchObject({ phase: 'ready', from: 1, next: { deck: 0, track: { id: 'c' } } });
    expect(used).toEqual(['a', 'b']);
    const pitch = deck(1).get().pitch;
    await pass(10);
    expect(Math.abs(deck(1).get().pitch)).toBeLessThan(Math.abs(pitch)); // back to its own tempo
  });

  it.each<[string, Given, Given]>([
    ['blend', {}, {}],
    ['cut', {}, { grid: { runs: [{ first: 0, start: 0, bpm: 120 }], downbeat: 0, meter: 3 } }],
    ['fade', { bpm: null, grid: null }, {}],
    ['gapless', { album: ['x', 1] }, { album: ['x', 2] }],
  ])('never dips to silence in a %s, nor has two bass lines for longer than a bar', async (kind, from, to) => {
    list = [track('b', to)];
    playing(track('a', from), 60);
    const auto = make();
    auto.start();
    await settle();
    expect(auto.get().join?.kind).toBe(kind);
    let [lowest, both] = [1, 0];
    await pass(75, () => {
      const now = levels();
      lowest = Math.min(lowest, Math.hypot(...now));
      const bass = desk.decks.map((one, i) => (now[i] ?? 0) * bandGain(one.get().eq.low));
      if (kind === 'blend' && Math.min(...bass) > 0.05) both += 0.02;
    });
    expect(deck(1).get().isPlaying).toBe(true);
    expect(lowest).toBeGreaterThan(0.53); // of 1, the level of a fader at 75
    expect(both).toBeLessThan(2);
  });

  it('echoes out into a track of another tempo, and puts the effect back', async () => {
    list = [track('b', { bpm: 150 })];
    playing(track('a'), 90);
    const [slot] = desk.racks[0]?.slots ?? [];
    slot?.setKind('reverb');
    slot?.setAmount(30);
    make().start();
    await pass(6.2);
    expect(deck(0).get().isPlaying).toBe(false);
    expect(slot?.get()).toMatchObject({ kind: 'echo', phase: 'on', amount: 90 });
    expect(deck(1).get()).toMatchObject({ isPlaying: true, pitch: 0 });
    await pass(4);
    expect(slot?.get()).toMatchObject({ kind: 'reverb', phase: 'off', amount: 30 });
    expect(desk.get().crossfader).toBe(100);
  });

  it.each([
    ['swapped', 'b', 'a', 0],
    ['of which the first passes the crossfader by', 'through', 'a', 0],
    ['of which the second passes the crossfader by', 'a', 'through', 100],
  ] as const)('brings in a track on sides that are %s', async (_, first, second, end) => {
    list = [track('b')];
    playing(track('a'), 60);
    desk.setSide(deck(0), first);
    desk.setSide(deck(1), second);
    desk.setCrossfader(100 - end);
    const auto = make();
    auto.start();
    let lowest = 1;
    await pass(75, () => {
      lowest = Math.min(lowest, Math.hypot(...levels()));
    });
    expect(deck(0).get().isPlaying).toBe(false);
    expect(auto.get()).toMatchObject({ from: 1 });
    expect(desk.get().crossfader).toBe(end);
    expect(levels()[1]).toBeGreaterThan(0.5);
    expect(lowest).toBeGreaterThan(0.5);
  });

  it('moves the crossfader to its end after a transition that a person has almost finished', async () => {
    list = [track('b')];
    playing(track('a'), 60);
    const auto = make();
    auto.start();
    await pass(20);
    expect(auto.get().phase).toBe('mixing');
    desk.setCrossfader(98);
    await pass(60);
    expect(auto.get()).toMatchObject({ from: 1, taken: [] });
    expect(desk.get().crossfader).toBe(100);
  });

  it('leaves a control to the person who takes it, until the transition is over', async () => {
    list = [track('b'), track('c')];
    playing(track('a'), 60);
    const auto = make();
    auto.start();
    await pass(20);
    expect(auto.get().phase).toBe('mixing');
    deck(1).setBand('low', 40);
    desk.setCrossfader(30);
    await pass(30);
    expect(deck(1).get().eq.low).toBe(40);
    expect(desk.get().crossfader).toBe(30);
    expect(auto.get().taken).toEqual([
      { name: 'low', deck: 1 },
      { name: 'crossfader', deck: 0 },
    ]);
    await pass(20); // the first track is over: the next one must be heard
    expect(deck(0).get().isPlaying).toBe(false);
    expect(desk.get().crossfader).toBe(100);
    expect(auto.get()).toMatchObject({ from: 1, taken: [] });
  });

  it('takes a control back when it is asked to', async () => {
    list = [track('b')];
    playing(track('a'), 60);
    const auto = make();
    auto.start();
    await pass(30);
    desk.setCrossfader(0);
    await pass(5);
    auto.takeBack();
    await pass(5);
    expect(desk.get().crossfader).toBeGreaterThan(40);
  });

  it('moves nothing while it is paused, and goes on', async () => {
    list = [track('b')];
    playing(track('a'), 60);
    const auto = make();
    auto.start();
    await pass(20);
    auto.pause();
    const before = desk.get().crossfader;
    await pass(10);
    expect(desk.get().crossfader).toBe(before);
    auto.start();
    await pass(35);
    expect(desk.get().crossfader).toBeGreaterThan(before);
  });

  it('is paused by a person who stops the track that comes in', async () => {
    list = [track('b')];
    playing(track('a'), 60);
    const auto = make();
    auto.start();
    await pass(20);
    desk.toggle(deck(1));
    await settle();
    expect(auto.get().phase).toBe('paused');
    expect(deck(0).get().isPlaying).toBe(true);
  });

  it('goes on after a track that ends while it comes in', async () => {
    list = [track('b')];
    playing(track('a'), 90);
    deck(1).load(track('beep', { duration: 1, bpm: null, grid: null, sections: [] }), sound(1));
    const auto = make();
    auto.start();
    await pass(6.2);
    expect(auto.get()).toMatchObject({ phase: 'mixing', join: { kind: 'echo', length: 2 } });
    await pass(3);
    expect(auto.get().from).toBe(0); // at once, since nothing else is heard
    expect(deck(0).get()).toMatchObject({ isPlaying: true, track: { id: 'b' } });
    expect(levels()[0]).toBeGreaterThan(0.9);
  });

  it('leads with the first track again when a person skips to the end of the one that comes in', async () => {
    list = [track('b'), track('c')];
    playing(track('a'), 60);
    const auto = make();
    auto.start();
    await pass(30);
    expect(auto.get().phase).toBe('mixing');
    deck(1).seek(127.9);
    await pass(1);
    expect(deck(0).get()).toMatchObject({ isPlaying: true, eq: { low: 50, mid: 50 }, filter: 50 });
    expect(levels()[0]).toBeGreaterThan(0.9);
    expect(deck(1).get().sync).toBe(false);
    expect(auto.get()).toMatchObject({ phase: 'ready', from: 0, next: { deck: 1, track: { id: 'c' } } });
  });

  it('takes the track that a person loads, mixes soon, and skips one', async () => {
    list = [track('b'), track('c')];
    playing(track('a'), 3);
    const auto = make();
    auto.start();
    await settle();
    auto.skip();
    await settle();
    expect(auto.get().next?.track.id).toBe('c');
    deck(1).load(track('mine'), sound(128));
    await settle();
    expect(auto.get().next).toMatchObject({ from: 'person', track: { id: 'mine' } });
    auto.mixNow();
    await settle();
    expect(auto.get().join).toMatchObject({ kind: 'blend', bars: 8, out: 8 });
  });

  it('plans again with the beat grid that a person sets, and plays no track twice for it', async () => {
    list = [track('b'), track('c')];
    playing(track('a'), 3);
    const auto = make();
    auto.start();
    await settle();
    const grid = (start: number) => ({ runs: [{ first: 0, start, bpm: 120 }], downbeat: 0, meter: 4 });
    deck(1).marks.setGrid(grid(0.5));
    deck(0).marks.setGrid(grid(0.25));
    await settle();
    expect(auto.get()).toMatchObject({ phase: 'ready', join: { out: 80.25, in: 16.5 }, next: { from: 'prepared', track: { id: 'b' } } });
    await pass(112);
    expect(auto.get()).toMatchObject({ from: 1, next: { track: { id: 'c' } } });
    auto.skip();
    deck(0).marks.setGrid(grid(0.1));
    await pass(60);
    expect(auto.get()).toMatchObject({ phase: 'empty', next: null });
    expect(used).toEqual(['a', 'b', 'c']);
  });

  it('takes a track that has played if a person loads it once more', async () => {
    list = [track('b')];
    playing(track('a'), 60);
    const auto = make();
    auto.start();
    await pass(70);
    expect(auto.get()).toMatchObject({ from: 1, phase: 'empty' });
    deck(0).load(track('a'), sound(128));
    await settle();
    expect(auto.get().next).toMatchObject({ from: 'person', track: { id: 'a' } });
  });

  it('says that there is nothing to play, and plays on as soon as there is', async () => {
    playing(track('a'), 120);
    const auto = make();
    auto.start();
    await settle();
    expect(auto.get()).toMatchObject({ phase: 'empty', isAway: false });
    await pass(10);
    expect(deck(0).get().isPlaying).toBe(false); // the end of the track
    expect(auto.get().phase).toBe('empty');
    list = [track('b')];
    await pass(6);
    expect(deck(1).get().isPlaying).toBe(true);
    expect(levels()[1]).toBeGreaterThan(0.3);
  });

  it('goes on with what is loaded while the server is away, and tries the others again later', async () => {
    list = [track('b')];
    playing(track('a'), 60);
    const auto = make();
    auto.start();
    await settle();
    choose = () => Promise.reject(new TypeError('fetch'));
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await pass(80);
    expect(auto.get()).toMatchObject({ phase: 'empty', isAway: true, from: 1 });
    expect(deck(1).get().isPlaying).toBe(true);
    choose = async () => choice(track('c'));
    await pass(6);
    expect(auto.get()).toMatchObject({ isAway: false, next: { track: { id: 'c' } } });
  });

  it('leaves out a track that cannot be loaded', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const broken = track('broken');
    list = [broken, track('b')];
    const choosing = choose;
    choose = async (leader, avoid) => {
      const found = await choosing(leader, avoid);
      return found?.id === 'broken' ? { ...found, load: () => Promise.reject(new Error('404')) } : found;
    };
    playing(track('a'));
    const auto = make();
    auto.start();
    await pass(1);
    expect(auto.get().next?.track.id).toBe('b');
  });

  it('does not start what a person has stopped', async () => {
    list = [track('b')];
    playing(track('a'), 10);
    const auto = make();
    auto.start();
    await settle();
    desk.toggle(deck(0));
    await pass(5);
    expect(auto.get().phase).toBe('still');
    expect(desk.isPlaying()).toBe(false);
  });
});
