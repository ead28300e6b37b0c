/** Runs code once the page has nothing more urgent to do, such as loading code that is likely wanted soon. The answer cancels it. */
export function whenIdle(run: () => unknown): () => void {
  if ('requestIdleCallback' in globalThis) {
    const waiting = requestIdleCallback(() => run());
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(run, 200);
  return () => clearTimeout(waiting);
}
