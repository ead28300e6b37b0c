/** Runs once the page has nothing more urgent to do: for code that is likely wanted soon. */
export function whenIdle(run: () => unknown): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => run());
  else setTimeout(run, 200);
}
