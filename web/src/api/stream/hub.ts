import { follow, type Listener, PING, type Stream } from './follow';

/** What a tab tells the worker: the stream it wants, or null when it leaves. */
export type Wanted = Stream | null;

/** What the worker tells its tabs: a call of a Listener, or that it is alive. */
export type News = { [Name in keyof Listener]: [name: Name, ...Parameters<Listener[Name]>] }[keyof Listener] | ['alive'];

/** The part of MessagePort that the worker uses. */
export type Port = Pick<MessagePort, 'postMessage'> & { onmessage: ((event: MessageEvent<Wanted>) => void) | null };

/** Follows one stream for all tabs that connect. The returned function takes the port of a new tab. */
export function createHub(followStream = follow): (port: Port) => void {
  const ports = new Set<Port>();
  let stop: (() => void) | undefined;
  let pulse: ReturnType<typeof setInterval> | undefined;
  let latest: number | undefined; // when the last event came, by performance.now(); undefined until the stream opens

  const tell = (...news: News) => {
    for (const port of ports) port.postMessage(news);
  };
  const join = (port: Port, stream: Stream) => {
    ports.add(port);
    if (latest !== undefined) port.postMessage(['opened', performance.now() - latest]);
    stop ??= followStream(stream, {
      event(name, data) {
        latest = performance.now();
        tell('event', name, data);
      },
      opened(quietMs) {
        latest = performance.now() - quietMs;
        tell('opened', quietMs);
      },
      gap() {
        latest = performance.now();
        tell('gap');
      },
      failed: () => tell('failed'),
    });
    pulse ??= setInterval(tell, PING, 'alive');
  };
  const leave = (port: Port) => {
    ports.delete(port);
    if (ports.size > 0) return;
    stop?.();
    clearInterval(pulse);
    stop = pulse = latest = undefined;
  };

  return (port) => {
    port.onmessage = ({ data: stream }) => (stream ? join(port, stream) : leave(port));
  };
}
