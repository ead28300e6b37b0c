import { expect, it, vi } from 'vitest';
import type { EngineEvents, PlayerEngine, Snapshot } from './engine';
import { type Report, watchProgress } from './episode-progress';

function player(duration: number, at = 0, hasStarted = false) {
  const listeners: { [K in keyof EngineEvents]?: (value: EngineEvents[K]) => void } = {};
  const snapshot = { current: { uid: 'q1' }, duration, state: 'playing' } as Snapshot;
  const engine = {
    position: () => at,
    hasStarted,
    snapshot: () => snapshot,
    on: (name: keyof EngineEvents, listener: never) => {
      listeners[name] = listener;
      return vi.fn();
    },
  } as unknown as PlayerEngine;
  return { engine, listeners, snapshot };
}

it('reports every fifteen seconds, on a pause and at the end', () => {
  const { engine, listeners, snapshot } = player(3600);
  let now = 1_000_000;
  const sent: Report[] = [];
  const stop = watchProgress(engine, 'q1', { now: () => now, after: () => vi.fn() } as never, (report) => sent.push(report));
  const play = (position: number, ms: number) => {
    now += ms;
    listeners.progress?.(position);
  };
  play(5, 5000);
  expect(sent).toEqual([]);
  play(15.04, 10_000);
  expect(sent).toMatchObject([{ position: 15, done: false }]);
  play(20, 5000);
  listeners.change?.({ ...snapshot, state: 'paused' });
  expect(sent[1]).toMatchObject({ position: 20, done: false });
  play(3590, 1000);
  stop();
  expect(sent[2]).toMatchObject({ position: 3590, done: true });
});

it('reports nothing that was not played', () => {
  const { engine } = player(3600);
  const sent: Report[] = [];
  watchProgress(engine, 'q1', { now: () => 0, after: () => vi.fn() } as never, (report) => sent.push(report))();
  expect(sent).toEqual([]);
});

it('reports what played, and was paused, before the watch began', () => {
  const { engine, snapshot } = player(3600, 7, true);
  Object.assign(snapshot, { state: 'paused' });
  const sent: Report[] = [];
  watchProgress(engine, 'q1', { now: () => 0, after: () => vi.fn() } as never, (report) => sent.push(report))();
  expect(sent).toMatchObject([{ position: 7, done: false }]);
});

it('reports nothing of a restored episode that nobody has played since', () => {
  const { engine, snapshot } = player(3600, 7);
  Object.assign(snapshot, { state: 'paused' });
  const sent: Report[] = [];
  watchProgress(engine, 'q1', { now: () => 0, after: () => vi.fn() } as never, (report) => sent.push(report))();
  expect(sent).toEqual([]);
});
