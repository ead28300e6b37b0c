import { afterEach, expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { NotLoaded } from '../deck/sound-of';
import { type DeckTrack, unknown } from '../deck/track';
import type { Desk, Load } from '../desk';
import { silentDesk, sound } from '../fakes';
import { KeptDecks } from './kept-decks';

afterEach(() => void vi.unstubAllGlobals());

const song = (id: string): DeckTrack => ({ ...unknown(`Song ${id}`), id, duration: 200 });
const loads =
  (id: string): Load =>
  async () => ({ track: song(id), sound: sound(200) });

/** A browser in which pages are opened one after the other, each with a desk of its own. */
function browser() {
  const kept = new Map<string, string>();
  const memory = { get: (key: string) => kept.get(key) ?? null, set: (key: string, value: string) => void kept.set(key, value) };
  const open = async (account = 'ana', load = loads) => {
    const clock = new FakeClock();
    const desk = silentDesk(clock);
    const decks = new KeptDecks(desk, clock, { ...memory, remove: () => {} }, load);
    decks.use(account);
    for (let i = 0; i < 20; i++) await Promise.resolve();
    return { desk, clock, decks, deck: (i: number) => desk.all[i] as Desk['all'][number] };
  };
  return { kept, open };
}

it('finds the decks and the mixer after a reload as they were, paused', async () => {
  const { open } = browser();
  const before = await open();
  before.desk.setShown(4);
  before.desk.setCrossfader(20);
  before.desk.setCurve('cut');
  await before.desk.load(before.deck(0), 'One', loads('1'));
  await before.desk.load(before.deck(3), 'Two', loads('2'));
  before.deck(0).setPitch(3);
  before.deck(0).setBand('low', 10);
  before.deck(0).setVolume(60);
  before.deck(3).setVinyl(true);
  before.desk.setSide(before.deck(3), 'through');
  before.deck(0).seek(40);
  before.deck(0).mainCue.set();
  before.deck(0).play();
  before.clock.advance(10_000);
  const { position } = before.deck(0);
  before.decks.keep();

  const { desk, deck } = await open();
  expect(desk.get()).toMatchObject({ shown: 4, crossfader: 20, curve: 'cut' });
  expect(deck(0).get()).toMatchObject({ track: { id: '1' }, isPlaying: false, pitch: 3, eq: { low: 10, mid: 50 }, volume: 60, cue: 40 });
  expect(position).toBeGreaterThan(50);
  expect(deck(0).position).toBeCloseTo(position, 6);
  expect(deck(0).rate).toBeCloseTo(1.03, 9);
  expect(deck(3).get()).toMatchObject({ track: { id: '2' }, vinyl: true, side: 'through' });
  expect(deck(1).get().track).toBeNull();
});

it('keeps a change after a second, and where a deck is while it plays', async () => {
  const { kept, open } = browser();
  const { desk, deck, clock } = await open();
  const at = () => JSON.parse(kept.get('sonora_desk_decks_ana') ?? 'null')?.decks[0].track?.at;
  await desk.load(deck(0), 'One', loads('1'));
  expect(at()).toBeUndefined();
  clock.advance(1000);
  expect(at()).toBe(0);
  deck(0).play();
  clock.advance(31_000);
  expect(at()).toBeGreaterThan(25);
});

it('says that a file of the device has to be chosen again', async () => {
  const { open } = browser();
  const before = await open();
  await before.desk.load(before.deck(0), 'mine.mp3', async () => ({ track: unknown('Mine'), sound: sound(100) }));
  before.decks.keep();
  const { deck } = await open();
  expect(deck(0).get()).toMatchObject({ track: null, failed: { title: 'Mine', why: 'device' } });
});

it('still has a track that the server did not give after one reload', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { open } = browser();
  const before = await open();
  await before.desk.load(before.deck(0), 'One', loads('1'));
  before.decks.keep();
  const away = await open('ana', () => async () => {
    throw new NotLoaded('network', 'away');
  });
  expect(away.deck(0).get()).toMatchObject({ track: null, failed: { title: 'Song 1', why: 'network' } });
  away.clock.advance(5000);
  expect((await open()).deck(0).get().track?.id).toBe('1');
});

it('belongs to an account, and leaves a desk in use alone', async () => {
  const { open } = browser();
  const before = await open();
  await before.desk.load(before.deck(0), 'One', loads('1'));
  before.decks.keep();
  const other = await open('ben');
  expect(other.deck(0).get().track).toBeNull();
  await other.desk.load(other.deck(1), 'Two', loads('2'));
  other.decks.use('ana');
  expect(other.deck(0).get().track).toBeNull();
  expect(other.deck(1).get().track?.id).toBe('2');
});

it.each(['not json', '[]', '{"decks":[null,{"controls":{"volume":"loud","eq":{"low":1}},"track":{"id":7}}]}'])(
  'begins anew where something else was kept: %s',
  async (text) => {
    const { kept, open } = browser();
    kept.set('sonora_desk_decks_ana', text);
    const { deck } = await open();
    expect(deck(1).get()).toMatchObject({ track: null, failed: null, volume: 75, eq: { low: 50, mid: 50, high: 50 } });
  },
);
