let shown = Promise.resolve();
let show = () => {};

/** Makes `firstScreen` wait: for `firstScreenShown`, at most so many milliseconds. */
export function awaitFirstScreen(limit: number): void {
  shown = new Promise((resolve) => {
    show = resolve;
    setTimeout(resolve, limit);
  });
}

/** Resolves when the first screen is shown. What is loaded only then does not compete with it for the network and the processor. */
export const firstScreen = (): Promise<void> => shown;

/** What a person sees first has loaded. What waits for it starts after the next frame, which shows it. */
export function firstScreenShown(): void {
  requestAnimationFrame(() => setTimeout(show));
}
