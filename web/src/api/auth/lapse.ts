/**
 * A session that ended while a page holds on to it, as the DJ desk does: what is on screen and what plays stays, and whoever signs in
 * again continues. Nothing is forgotten before the last page lets go.
 */
let holders = 0;
let lapsed = false;
let onLetGo = () => {};
const listeners = new Set<() => void>();

function set(value: boolean) {
  if (lapsed === value) return;
  lapsed = value;
  for (const listener of listeners) listener();
}

export const lapse = {
  /** Whether the session has ended and a page holds on to it. */
  is: (): boolean => lapsed,
  /** Returns a function that unsubscribes. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Keeps a page as it is if the session ends; returns a function that lets it go. */
  hold: (): (() => void) => {
    holders++;
    return () => {
      holders--;
      // Later: a page that only renders anew holds on again at once.
      queueMicrotask(() => holders === 0 && lapsed && onLetGo());
    };
  },
  /** The session has ended: returns whether a page holds on to it. */
  begin: (): boolean => {
    set(holders > 0);
    return lapsed;
  },
  /** Somebody has signed in, or everything is forgotten. */
  end: (): void => set(false),
  /** What happens if the last page lets go of a session that has ended. */
  setLetGoHandler: (handler: () => void): void => {
    onLetGo = handler;
  },
};
