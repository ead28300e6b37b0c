import { afterEach, expect, test, vi } from 'vitest';
import type { Clock } from '@/audio/clock';
import type { Deck } from '../deck/deck';
import { Watched } from '../state';
import { gainsOf, type Stem, Stems } from './stems';

const asked: string[] = [];
const answers: unknown[] = [];
vi.mock('@/api/client', () => ({
  request: (path: string, options?: { method?: string }) => {
    asked.push(`${options?.method ?? 'GET'} ${path}`);
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  },
}));
vi.mock('../deck/sound-of', () => ({ decode: () => Promise.resolve({ duration: 4 }) }));
vi.mock('./stem-sound', () => ({
  StemSound: class {
    levels: readonly number[] = [];
    setLevels(levels: readonly number[]) {
      this.levels = levels;
    }
  },
}));
vi.stubGlobal('matchMedia', () => ({ matches: false }));
afterEach(() => {
  asked.length = 0;
  answers.length = 0;
});

const stem = (change: Partial<Stem>): Stem => ({ id: 'x', name: '', color: '', level: 100, mute: false, solo: false, ...change });
const answer = (kind: string, state: string, ids: string[] = []) => ({
  kind,
  state,
  progress: 0.5,
  gain: 0,
  stems: ids.map((id) => ({ id, name: id, color: '#FF0000', url: `/${id}` })),
});

class FakeDeck extends Watched<{ track: { id: string | null; duration: number } | null }> {
  readonly context = { sampleRate: 48_000 };
  readonly played: { levels: readonly number[] }[] = [];
  exchange(sound: { levels: readonly number[] }) {
    this.played.push(sound);
  }
}
const now: Clock = {
  now: () => 0,
  after: (_, call) => {
    call();
    return () => {};
  },
};

function deckWith(...replies: unknown[]) {
  answers.push(...replies);
  const deck = new FakeDeck({ track: null });
  return { deck, stems: new Stems(deck as unknown as Deck, now) };
}
const until = (stems: Stems, phase: string) => vi.waitFor(() => expect(stems.get().phase).toBe(phase));

test('a muted stem is silent, and so are the others of a solo', () => {
  expect(gainsOf([stem({}), stem({ level: 50 }), stem({ mute: true })])).toEqual([1, 0.25, 0]);
  expect(gainsOf([stem({}), stem({ solo: true }), stem({ solo: true, mute: true })])).toEqual([0, 1, 0]);
});

test('the stems of a stem file load at once, and each has its level', async () => {
  const file = answer('studio', 'ready', ['1', '2', '3', '4']);
  const { deck, stems } = deckWith(file, file);
  deck.set({ track: { id: 'a', duration: 200 } });
  await until(stems, 'ready');
  expect(stems.get().stems.map(({ name, color, level }) => [name, color, level])[3]).toEqual(['4', '#FF0000', 100]);
  stems.change('2', { solo: true });
  stems.change('2', { level: 50 });
  expect(deck.played[0]?.levels).toEqual([0, 0.25, 0, 0]);
});

test('a split waits for a click, then for the server', async () => {
  const { deck, stems } = deckWith(
    answer('split', 'none'),
    answer('split', 'waiting'),
    answer('split', 'running'),
    answer('split', 'ready', ['drums', 'melody']),
  );
  deck.set({ track: { id: 'a', duration: 200 } });
  await until(stems, 'offered');
  expect(asked).toEqual(['GET /api/tracks/a/stems']);
  await stems.load();
  expect(asked.slice(1)).toEqual(['POST /api/tracks/a/stems', 'GET /api/tracks/a/stems', 'GET /api/tracks/a/stems']);
  expect(stems.get()).toMatchObject({ phase: 'ready', isSplit: true });
  expect(deck.played).toHaveLength(1);
});

test('a split that fails says so, and can be tried again', async () => {
  const { deck, stems } = deckWith(answer('split', 'none'), answer('split', 'failed'), answer('split', 'ready', ['drums', 'melody']));
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  deck.set({ track: { id: 'a', duration: 200 } });
  await until(stems, 'offered');
  await stems.load();
  expect(stems.get().phase).toBe('failed');
  expect(warn).toHaveBeenCalled();
  await stems.load();
  expect(stems.get().phase).toBe('ready');
});

test('the answer for an earlier track changes nothing', async () => {
  const { deck, stems } = deckWith(answer('split', 'none'), answer('split', 'ready', ['drums', 'melody']), answer('split', 'none'));
  deck.set({ track: { id: 'a', duration: 200 } });
  await until(stems, 'offered');
  const loading = stems.load();
  deck.set({ track: { id: 'b', duration: 200 } });
  await loading;
  await until(stems, 'offered');
  expect(deck.played).toHaveLength(0);
});

test('a track that this device cannot hold is not offered', async () => {
  const { deck, stems } = deckWith(answer('split', 'none'));
  deck.set({ track: { id: 'a', duration: 1200 } });
  await until(stems, 'large');
  await stems.load();
  expect(asked).toHaveLength(1);
});
