import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Listener, PING, SILENCE, type Stream } from './follow';
import { createHub, type Port } from './hub';
import { share, type Worker } from './share';

const STREAM = { url: '/api/events', names: ['like'] };

/** The workers of a browser, which lives in this test. */
class Browser {
  /** The streams that are followed, by the worker's name; '' for a tab without a worker. */
  followed: { worker: string; listener: Listener }[] = [];
  #hubs = new Map<string, (port: Port) => void>();
  workers: Worker[] = [];
  hung = false;

  follow = (worker: string) => (_: Stream, listener: Listener) => {
    const one = { worker, listener };
    this.followed.push(one);
    return () => void this.followed.splice(this.followed.indexOf(one), 1);
  };

  start = (name: string): Worker => {
    const hub = this.#hubs.get(name) ?? createHub(this.follow(name));
    this.#hubs.set(name, hub);
    const inside: Port = {
      onmessage: null,
      postMessage: (data) => {
        if (!this.hung) outside.onmessage?.({ data } as MessageEvent);
      },
    };
    const outside: Worker['port'] = {
      onmessage: null,
      postMessage: (data) => inside.onmessage?.({ data } as MessageEvent),
      close: vi.fn(),
    };
    hub(inside);
    const worker = { port: outside, onerror: null };
    this.workers.push(worker);
    return worker;
  };

  open(person = 'ada', start: (name: string) => Worker | undefined = this.start) {
    const listener = { event: vi.fn(), gap: vi.fn(), failed: vi.fn() };
    return { ...listener, close: share(person, STREAM, listener, start, this.follow('')) };
  }
}

let browser: Browser;
beforeEach(() => {
  vi.useFakeTimers();
  browser = new Browser();
});
afterEach(() => vi.useRealTimers());

it('follows one stream for all tabs of a person, until the last one closes', () => {
  const tabs = Array.from({ length: 8 }, () => browser.open());
  expect(browser.followed.map(({ worker }) => worker)).toEqual(['ada /api/events']);
  const { listener } = browser.followed[0] ?? {};
  listener?.event('like', '{}');
  listener?.gap();
  listener?.failed();
  for (const tab of tabs) {
    expect(tab.event.mock.calls).toEqual([['like', '{}']]);
    expect(tab.gap).toHaveBeenCalledOnce();
    expect(tab.failed).toHaveBeenCalledOnce();
  }
  for (const tab of tabs.slice(1)) tab.close();
  expect(browser.followed).toHaveLength(1);
  listener?.event('like', '{}');
  expect(tabs[0]?.event).toHaveBeenCalledTimes(2);
  expect(tabs[1]?.event).toHaveBeenCalledOnce();
  tabs[0]?.close();
  expect(browser.followed).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('keeps the streams of two people apart', () => {
  const [ada, bob] = [browser.open('ada'), browser.open('bob')];
  browser.followed[0]?.listener.event('like', '{}');
  expect(ada.event).toHaveBeenCalledOnce();
  expect(bob.event).not.toHaveBeenCalled();
});

it('starts again, and reports a gap, when the worker is dead', () => {
  const tab = browser.open();
  for (let pings = 0; pings < 10; pings++) vi.advanceTimersByTime(PING); // the worker says that it is alive
  expect(tab.gap).not.toHaveBeenCalled();
  browser.hung = true;
  vi.advanceTimersByTime(SILENCE);
  expect(tab.gap).toHaveBeenCalledOnce();
  expect(browser.workers).toHaveLength(2);
  tab.close();
});

it('leaves when the page rests, and reports a gap when it comes back', () => {
  const tab = browser.open();
  dispatchEvent(new Event('pagehide'));
  expect(browser.followed).toEqual([]);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false })); // the first showing
  expect(browser.followed).toEqual([]);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(browser.followed).toHaveLength(1);
  expect(tab.gap).toHaveBeenCalledOnce();
  tab.close();
});

it('follows the stream in the tab where there are no shared workers, or where theirs does not load', () => {
  const without = browser.open('ada', () => undefined);
  expect(browser.followed.map(({ worker }) => worker)).toEqual(['']);
  without.close();
  expect(browser.followed).toEqual([]);

  const tab = browser.open();
  browser.workers[0]?.onerror?.call({} as AbstractWorker, new ErrorEvent('error'));
  expect(browser.followed.map(({ worker }) => worker)).toEqual(['']);
  expect(tab.gap).toHaveBeenCalledOnce();
  browser.followed[0]?.listener.event('like', '{}');
  expect(tab.event).toHaveBeenCalledOnce();
  tab.close();
  expect(browser.followed).toEqual([]);
});

const HOUR = 3_600_000; // long before the page of a test began

it.each(['a worker', 'no worker'])('reports a gap when the stream opens, with %s, if an event happened since the page began', (how) => {
  const open = () => browser.open('ada', how === 'a worker' ? browser.start : () => undefined);
  const quiet = open();
  browser.followed[0]?.listener.opened(HOUR);
  expect(quiet.gap).not.toHaveBeenCalled();
  quiet.close();

  vi.advanceTimersByTime(1000);
  const tab = open();
  browser.followed[0]?.listener.opened(500);
  expect(tab.gap).toHaveBeenCalledOnce();
  tab.close();
});

it('reports a gap to a tab that joins an open stream if an event happened since its page began', () => {
  const first = browser.open();
  const early = browser.open(); // before the stream opens
  expect(early.gap).not.toHaveBeenCalled();
  browser.followed[0]?.listener.opened(HOUR);
  const idle = browser.open();
  expect(idle.gap).not.toHaveBeenCalled();
  for (const happens of [(stream: Listener) => stream.event('like', '{}'), (stream: Listener) => stream.gap()]) {
    const before = first.gap.mock.calls.length;
    if (browser.followed[0]) happens(browser.followed[0].listener);
    const reported = first.gap.mock.calls.length - before;
    vi.advanceTimersByTime(10);
    const late = browser.open();
    expect(late.gap).toHaveBeenCalledOnce();
    expect(first.gap).toHaveBeenCalledTimes(before + reported); // only the tab that joined
    late.close();
  }
  for (const tab of [first, early, idle]) tab.close();
});

it('reports no second gap when the stream opens after a page came back', () => {
  vi.advanceTimersByTime(1000);
  const tab = browser.open();
  dispatchEvent(new Event('pagehide'));
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  vi.advanceTimersByTime(100);
  browser.followed[0]?.listener.opened(500); // before the page came back
  expect(tab.gap).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(100);
  browser.followed[0]?.listener.opened(50);
  expect(tab.gap).toHaveBeenCalledTimes(2);
  tab.close();
});
