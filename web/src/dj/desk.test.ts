import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentContext, stubNodes } from '@/testing/silent-context';
import type { DeckSound } from './deck/deck-sound';
import { NotLoaded } from './deck/sound-of';
import { unknown } from './deck/track';
import { Desk } from './desk';

beforeAll(stubNodes);
afterAll(() => void vi.unstubAllGlobals());

class FakeSound implements DeckSound {
  readonly duration: number;
  readonly played: [when: number, place: number, rate: number][] = [];
  isClosed = false;
  constructor(duration: number) {
    this.duration = duration;
  }
  play(when: number, place: number, rate: number) {
    this.played.push([when, place, rate]);
  }
  stop() {}
  setRate() {}
  close() {
    this.isClosed = true;
  }
}

function setUp() {
  const context = silentContext();
  const clock = { now: () => 0, after: () => () => {} };
  const desk = new Desk(context, clock, { get: () => null, set: () => {}, remove: () => {} });
  const [deck] = desk.decks as [Desk['decks'][number]];
  const steps: ((sound: FakeSound | Error) => void)[] = [];
  /** Loads the first 20 of 180 seconds; `arrive` continues with the rest. */
  async function* rest() {
    for (;;) {
      const more = await new Promise<FakeSound | Error>((resolve) => steps.push(resolve));
      if (more instanceof Error) throw more;
      yield more;
      if (more.duration > 100) return;
    }
  }
  const load = () =>
    desk.load(deck, 'One', async () => ({ track: { ...unknown('One'), duration: 180 }, sound: new FakeSound(20), rest: rest() }));
  const arrive = async (more: FakeSound | Error) => {
    await vi.waitFor(() => expect(steps).toHaveLength(1));
    steps.pop()?.(more);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { context, desk, deck, load, arrive, steps };
}

it('plays on with the rest of a track, exactly where the beginning would be', async () => {
  const { context, deck, load, arrive } = setUp();
  await load();
  expect(deck.get()).toMatchObject({ isLoading: false, track: { duration: 180 } });
  deck.setPitch(5);
  deck.play();
  context.currentTime = 10;
  const [before, whole] = [deck.positionAt(15), new FakeSound(180.05)];
  await arrive(whole);
  expect(deck.output.sound).toBe(whole);
  const [when, place, rate] = whole.played[0] as [number, number, number];
  expect(place).toBeCloseTo(deck.positionAt(when), 9);
  expect(rate).toBe(1.05);
  expect(deck.positionAt(15)).toBe(before);
  expect(deck.get().track?.duration).toBe(180); // what the server knows is close enough
});

it('follows the clock of a streamed sound closely, although that moves in steps', async () => {
  const { context, desk, deck } = setUp();
  let heard = 0;
  const stream = Object.assign(new FakeSound(3600), { place: () => heard });
  await desk.load(deck, 'Long', async () => ({ track: { ...unknown('Long'), duration: 3600 }, sound: stream }));
  expect(deck.get().isStreamed).toBe(true);
  deck.play();
  const begin = deck.start;
  let worst = 0;
  for (let n = 1; n <= 3000; n++) {
    context.currentTime = begin + n * 0.2;
    const truly = n * 0.2 * (1 + 25e-6); // its device is 25 ppm faster: 15 ms in ten minutes
    heard = truly + ((n % 4) - 1.5) * 0.005;
    deck.check();
    if (n > 8) worst = Math.max(worst, Math.abs(deck.position - truly));
  }
  expect(worst).toBeLessThan(0.002);
});

it('lets the page show a track before it takes the rest', async () => {
  const { deck, load, steps } = setUp();
  await load();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(steps).toHaveLength(0);
  await vi.waitFor(() => expect(steps).toHaveLength(1));
  expect(deck.get().isLoading).toBe(false);
});

it('knows the true length of a track at last', async () => {
  const { deck, load, arrive } = setUp();
  await load();
  await arrive(new FakeSound(170));
  expect(deck.get()).toMatchObject({ isPlaying: false, track: { duration: 170 } });
});

it('leaves a deck alone that plays something else by then', async () => {
  const { deck, load, arrive } = setUp();
  await load();
  const [stems, whole] = [new FakeSound(180), new FakeSound(180)];
  deck.exchange(stems);
  await arrive(whole);
  expect(deck.output.sound).toBe(stems);
  expect(whole.isClosed).toBe(true);
});

it('says that only the beginning is there', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { deck, load, arrive } = setUp();
  await load();
  await arrive(new NotLoaded('network', 'gone'));
  expect(deck.get()).toMatchObject({ failed: { title: 'One', why: 'rest' }, track: { title: 'One' } });
});

it('gives up a track at once when another one is requested', async () => {
  const { desk, deck, load } = setUp();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  let ended: AbortSignal | null = null;
  const slow = desk.load(deck, 'Slow', (_, __, signal) => {
    ended = signal;
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  await load();
  await slow;
  expect(ended).toMatchObject({ aborted: true });
  expect(deck.get()).toMatchObject({ isLoading: false, failed: null, track: { title: 'One' } });
  expect(warn).not.toHaveBeenCalled();
});

it('ends the download of a rest only when another track is on the deck', async () => {
  const { desk, deck, load } = setUp();
  const signals: AbortSignal[] = [];
  await desk.load(deck, 'First', async (_, __, signal) => {
    signals.push(signal);
    return { track: unknown('First'), sound: new FakeSound(20) };
  });
  const failing = desk.load(deck, 'Broken', () => Promise.reject(new NotLoaded('missing', '404')));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await failing;
  expect(deck.get()).toMatchObject({ failed: { title: 'Broken' }, track: { title: 'First' } });
  expect(signals[0]?.aborted).toBe(false);
  await load();
  expect(signals[0]?.aborted).toBe(true);
});

const GRID = { runs: [{ first: 0, start: 0.1, bpm: 126 }], downbeat: 0, meter: 4 };

it('plays a file at once, and can sync it as soon as its beats are found', async () => {
  const { desk, deck } = setUp();
  const [, other] = desk.decks as [unknown, Desk['decks'][number]];
  other.load({ ...unknown('Other'), duration: 180, grid: GRID, bpm: 126 }, new FakeSound(180));
  let find: (grid: typeof GRID | null) => void = () => {};
  const beats = () => new Promise<typeof GRID | null>((resolve) => (find = resolve));
  await desk.load(deck, 'File', async () => ({ track: { ...unknown('File'), duration: 180 }, sound: new FakeSound(180), beats }));
  expect(deck.get()).toMatchObject({ isLoading: false, isHearing: true, track: { grid: null } });
  expect(desk.canSync(deck)).toBe(false);
  find(GRID);
  await vi.waitFor(() => expect(deck.get().isHearing).toBe(false));
  expect(deck.get().track).toMatchObject({ grid: GRID, bpm: 126 });
  expect(desk.canSync(deck)).toBe(true);
});

it('keeps the grid that a person has set for a file, and gives no track the beats of another', async () => {
  const { desk, deck } = setUp();
  const finds: ((grid: typeof GRID | null) => void)[] = [];
  const beats = () => new Promise<typeof GRID | null>((resolve) => finds.push(resolve));
  const load = (title: string) =>
    desk.load(deck, title, async () => ({ track: { ...unknown(title), duration: 180 }, sound: new FakeSound(180), beats }));
  await load('One');
  const own = { ...GRID, downbeat: 2 };
  deck.marks.setGrid(own);
  finds[0]?.(GRID);
  await vi.waitFor(() => expect(deck.marks.measured).toBe(GRID));
  expect(deck.get().track?.grid).toBe(own);
  await load('Two');
  await load('Three');
  finds[1]?.(GRID);
  await new Promise((resolve) => setTimeout(resolve));
  expect(deck.get()).toMatchObject({ isHearing: true, track: { title: 'Three', grid: null } });
});
