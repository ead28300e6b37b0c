import { follow, type Listener, SILENCE, type Stream } from './follow';
import type { News, Wanted } from './hub';
import StreamWorker from './stream-worker?sharedworker';

/** The part of SharedWorker that is used. */
export type Worker = Pick<SharedWorker, 'onerror'> & {
  port: Pick<MessagePort, 'postMessage' | 'close'> & { onmessage: ((event: MessageEvent<News>) => void) | null };
};

const startWorker = (name: string): Worker | undefined => (typeof SharedWorker === 'undefined' ? undefined : new StreamWorker({ name }));

/**
 * Follows an event stream once for all tabs of the browser, until the returned function is called. Tabs share it if their `person` is the same.
 * Reports a gap when the stream opens if an event happened since the page began: the page may have requested what it changed before that.
 *
 * Over plain HTTP a browser holds at most six connections to a host, for all its tabs together. With this, the tabs hold one connection for
 * events in total, and a tab that plays holds one more for its sound, or two during a crossfade; only one tab plays (player/engine/tabs.ts).
 * All other requests end. The studio's WebSocket has a limit of its own.
 *
 * A shared worker does this, because it works without HTTPS, where the limit matters: with HTTPS there is usually HTTP/2, which has none.
 * Electing one of the tabs needs Web Locks, which browsers offer only in secure contexts, and the elected tab may be frozen in the
 * background. Where there are no shared workers, as in Chrome for Android, each tab follows the stream by itself.
 */
export function share(
  person: string,
  stream: Stream,
  { event, gap: onGap, failed }: Omit<Listener, 'opened'>,
  start = startWorker,
  followHere = follow,
): () => void {
  let leave = () => {};
  let since = 0; // the page shows nothing that it requested before: its beginning or the last gap, by performance.now()
  const gap = () => {
    since = performance.now();
    onGap();
  };
  const opened = (quietMs: number) => {
    if (performance.now() - quietMs >= since) gap();
  };
  const listener = { event, opened, gap, failed };
  const join = () => {
    leave =
      joinWorker(`${person} ${stream.url}`, stream, listener, start, {
        lost() {
          gap();
          join();
        },
        unusable() {
          gap();
          leave = followHere(stream, listener);
        },
      }) ?? followHere(stream, listener);
  };
  const pause = () => leave(); // the tab closes, or rests in the browser's history
  const resume = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    gap();
    join();
  };

  join();
  addEventListener('pagehide', pause);
  addEventListener('pageshow', resume);
  return () => {
    removeEventListener('pagehide', pause);
    removeEventListener('pageshow', resume);
    leave();
  };
}

/** Has the worker follow the stream until the returned function is called; undefined without shared workers. */
function joinWorker(
  name: string,
  stream: Stream,
  listener: Listener,
  start: typeof startWorker,
  on: { lost: () => void; unusable: () => void },
): (() => void) | undefined {
  const worker = start(name);
  if (!worker) return undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const { port } = worker;
  const leave = () => {
    clearTimeout(watchdog);
    port.postMessage(null satisfies Wanted);
    port.close();
  };
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
      leave();
      on.lost();
    }, SILENCE);
  };
  worker.onerror = () => {
    leave();
    on.unusable();
  };
  port.onmessage = ({ data: news }) => {
    alive();
    if (news[0] === 'event') listener.event(news[1], news[2]);
    else if (news[0] === 'opened') listener.opened(news[1]);
    else if (news[0] !== 'alive') listener[news[0]]();
  };
  port.postMessage(stream satisfies Wanted);
  alive();
  return leave;
}
