/** Runs code once the page is idle, such as loading code that will probably be needed soon. Returns a function that cancels it. */
export function whenIdle(run: () => unknown): () => void {
  if ('requestIdleCallback' in globalThis) {
    const waiting = requestIdleCallback(() => run());
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(run, 200);
  return () => clearTimeout(waiting);
}
