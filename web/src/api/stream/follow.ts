import type { Events } from '../types';

/** How often the server sends an event at least, in milliseconds: pingEvery in internal/api/event. */
export const PING = 25_000;

/** A stream without an event for this long is dead, even if the browser still takes it for open. */
export const SILENCE = 2.5 * PING;

const MAX_WAIT = 30_000;

/** An event stream of the server, and the names of the events to pass on. */
export type Stream = { url: string; names: readonly string[] };

/** What to do with an event stream. */
export type Listener = {
  /** An event; `data` is its JSON. */
  event: (name: string, data: string) => void;
  /** The stream opened for the first time. The last event was `quietMs` milliseconds ago: it may have been missed. */
  opened: (quietMs: number) => void;
  /** Events may have been lost. */
  gap: () => void;
  /** The server refuses or cannot be reached, for the second time. */
  failed: () => void;
};

const openSource = (url: string) => new EventSource(url, { withCredentials: true });

/** Follows an event stream, and reconnects, until the returned function is called. */
export function follow({ url, names }: Stream, listener: Listener, open = openSource): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let greeted = false; // the listener knows what it may have missed before the stream opened

  const reconnect = (wait: number) => {
    source?.close();
    clearTimeout(watchdog);
    failures++;
    timer = setTimeout(connect, wait);
  };
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => reconnect(0), SILENCE);
  };
  const gap = () => {
    greeted = true;
    listener.gap();
  };
  const connect = () => {
    alive();
    source = open(url);
    const on = (name: string, handle: (data: string) => void) =>
      source?.addEventListener(name, ({ data }: MessageEvent<string>) => {
        alive();
        handle(data);
      });
    source.onopen = () => {
      alive();
      if (failures > 0) gap();
      failures = 0;
    };
    source.onerror = () => {
      if (failures === 1) listener.failed();
      reconnect(Math.min(1000 * 2 ** failures, MAX_WAIT));
    };
    on('hello', (data) => {
      if (!greeted) listener.opened((JSON.parse(data) as Events['hello']).quietMs);
      greeted = true;
    });
    on('gap', gap);
    on('ping', () => {
      if (!greeted) gap(); // an older server says no hello
    });
    for (const name of names)
      on(name, (data) => {
        if (!greeted) gap();
        listener.event(name, data);
      });
  };

  connect();
  return () => {
    clearTimeout(timer);
    clearTimeout(watchdog);
    source?.close();
  };
}
