import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { follow, PING, SILENCE } from './follow';

/** An EventSource that does what a test says. */
class Source {
  onopen = () => {};
  onerror = () => {};
  closed = false;
  listeners = new Map<string, (event: { data: string }) => void>();
  addEventListener(name: string, listener: (event: { data: string }) => void) {
    this.listeners.set(name, listener);
  }
  send(name: string, data = 'null') {
    this.listeners.get(name)?.({ data });
  }
  close() {
    this.closed = true;
  }
}

let sources: Source[];
const listener = { event: vi.fn(), opened: vi.fn(), gap: vi.fn(), failed: vi.fn() };
const latest = () => sources.at(-1) as Source;
const start = () =>
  follow({ url: '/api/events', names: ['like'] }, listener, () => {
    sources.push(new Source());
    return latest() as unknown as EventSource;
  });

beforeEach(() => {
  sources = [];
  vi.clearAllMocks();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('passes on the events it was asked for', () => {
  const stop = start();
  latest().onopen();
  latest().send('hello', '{"quietMs":90000}');
  latest().send('like', '{"liked":true}');
  expect(listener.event.mock.calls).toEqual([['like', '{"liked":true}']]);
  expect(listener.gap).not.toHaveBeenCalled();
  stop();
  expect(latest().closed).toBe(true);
});

it('tells how long ago the last event was when the stream opens for the first time', () => {
  const stop = start();
  latest().onopen();
  latest().send('hello', '{"quietMs":90000}');
  expect(listener.opened.mock.calls).toEqual([[90_000]]);
  latest().onerror();
  vi.advanceTimersByTime(1000);
  latest().onopen();
  latest().send('hello', '{"quietMs":5}');
  expect(listener.opened).toHaveBeenCalledOnce();
  expect(listener.gap).toHaveBeenCalledOnce(); // of the reconnection
  stop();
});

it.each(['like', 'ping', 'gap'])('reports one gap if the stream of an older server begins with a %s', (name) => {
  const stop = start();
  latest().onopen();
  latest().send(name);
  latest().send('like');
  latest().send('ping');
  expect(listener.gap).toHaveBeenCalledOnce();
  expect(listener.opened).not.toHaveBeenCalled();
  stop();
});

it('reconnects with growing delays and reports the gap', () => {
  const stop = start();
  for (const wait of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const made = sources.length;
    latest().onerror();
    vi.advanceTimersByTime(wait - 1);
    expect(sources).toHaveLength(made);
    vi.advanceTimersByTime(1);
    expect(sources).toHaveLength(made + 1);
  }
  expect(listener.failed).toHaveBeenCalledOnce();
  expect(listener.gap).not.toHaveBeenCalled();
  latest().onopen();
  latest().send('hello', '{"quietMs":0}');
  expect(listener.gap).toHaveBeenCalledOnce();
  expect(listener.opened).not.toHaveBeenCalled();
  stop();
  expect(sources.every((source) => source.closed)).toBe(true);
});

it('reports a gap of the server, whose stream stays open', () => {
  const stop = start();
  latest().onopen();
  latest().send('gap');
  expect(listener.gap).toHaveBeenCalledOnce();
  expect(sources).toHaveLength(1);
  stop();
});

it('takes a connection without pings for dead, and reports the gap', () => {
  const stop = start();
  latest().onopen();
  latest().send('hello', '{"quietMs":90000}');
  for (let pings = 0; pings < 10; pings++) {
    vi.advanceTimersByTime(PING);
    latest().send('ping');
  }
  vi.advanceTimersByTime(SILENCE - 1);
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(2); // a timer takes 1 ms at least
  expect(sources.map(({ closed }) => closed)).toEqual([true, false]);
  expect(listener.gap).not.toHaveBeenCalled();
  latest().onopen();
  expect(listener.gap).toHaveBeenCalledOnce();
  expect(listener.event).not.toHaveBeenCalled();
  stop();
  vi.advanceTimersByTime(SILENCE);
  expect(sources).toHaveLength(2);
});
