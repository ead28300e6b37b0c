import { firstScreen } from './first-screen';

/**
 * Runs code once the first screen is shown and the page is idle, such as loading code that will probably be needed soon. Returns a
 * function that cancels it.
 */
export function whenIdle(run: () => unknown): () => void {
  let stopped = false;
  let cancel = () => {};
  void firstScreen().then(() => {
    if (!stopped) cancel = idle(run);
  });
  return () => {
    stopped = true;
    cancel();
  };
}

function idle(run: () => unknown): () => void {
  if ('requestIdleCallback' in globalThis) {
    const waiting = requestIdleCallback(() => run());
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(run, 200);
  return () => clearTimeout(waiting);
}
