import { expect, test, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { unknown } from '../deck/track';
import type { Desk } from '../desk';
import { Air } from './air';

function setUp() {
  vi.stubGlobal('AudioContext', class {});
  const playing = { title: 'One' as string | null };
  const tracks = new Map(['One', 'Two'].map((title) => [title, { ...unknown(title), artist: 'Ada' }]));
  const decks = [...tracks.values()].map((track) => ({
    get: () => ({ track, isPlaying: track.title === playing.title, volume: 75, eq: { low: 50, mid: 50, high: 50 } }),
  }));
  const get = () => ({ crossfader: 50, curve: 'power', master: 80 });
  const desk = { get, decks, mixer: { out: 'out' }, context: {} } as unknown as Desk;
  const clock = new FakeClock();
  const source = { title: vi.fn(), end: vi.fn() };
  const open = vi.fn((..._: Parameters<NonNullable<ConstructorParameters<typeof Air>[2]>>) => source);
  return { playing, clock, source, open, air: new Air(desk, clock, open) };
}

test('the master goes on air with the title that is heard, and every title that is heard for a while', async () => {
  const { playing, clock, source, open, air } = setUp();
  await air.go('s1');
  expect(open.mock.calls[0]?.slice(0, 2)).toEqual(['s1', 'out']);
  expect(source.title.mock.calls).toEqual([['Ada', 'One']]);
  clock.advance(30_000);
  playing.title = 'Two';
  clock.advance(8000);
  expect(source.title).toHaveBeenCalledTimes(1);
  clock.advance(4000);
  expect(source.title.mock.calls.at(-1)).toEqual(['Ada', 'Two']);
  expect(source.title).toHaveBeenCalledTimes(2);
});

test('what the server says is what is shown, until it ends the broadcast with a reason', async () => {
  const { clock, source, open, air } = setUp();
  await air.go('s1');
  await air.go('s2'); // one at a time
  expect(open).toHaveBeenCalledOnce();
  expect(air.get()).toMatchObject({ phase: 'connecting', stationId: 's1', status: null });
  const handlers = open.mock.calls[0]?.[2];
  handlers?.onState('live', '');
  const status = { state: 'live', listeners: 3, level: -12, buffered: 1, waiting: 0 };
  handlers?.onStatus(status);
  expect(air.get()).toMatchObject({ phase: 'live', status });
  handlers?.onState('reconnecting', '');
  expect(air.isOn()).toBe(true);
  handlers?.onState('off', 'Your hour is over.');
  expect(air.get()).toMatchObject({ phase: 'off', reason: 'Your hour is over.' });
  expect(air.isOn()).toBe(false);
  source.title.mockClear();
  clock.advance(60_000);
  expect(source.title).not.toHaveBeenCalled();
  await air.go('s2');
  air.end();
  expect(source.end).toHaveBeenCalledOnce();
  open.mock.calls[1]?.[2].onState('off', '');
  expect(air.get()).toMatchObject({ phase: 'off', reason: '' });
});
