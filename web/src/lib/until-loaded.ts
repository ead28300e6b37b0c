import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { create } from 'zustand';
import { REQUEST_TIMEOUT } from './constants';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

let onSlow: () => void = () => {};

/** Sets what is called when a part of the page has not arrived within the time limit of a request; its loading continues. */
export function setSlowHandler(handler: () => void) {
  onSlow = handler;
}

/** Loads code, and tells the slow handler if it takes longer than a request may. */
export function noticed<T>(load: () => Promise<T>): Promise<T> {
  const slow = setTimeout(() => onSlow(), REQUEST_TIMEOUT);
  return load().finally(() => clearTimeout(slow));
}

/** How many parts of the page could not be loaded and have not arrived since, and how many of these are being loaded. */
export const useUnsent = create(() => ({ failed: 0, loading: 0 }));

const count = (what: 'failed' | 'loading', by: 1 | -1) => useUnsent.setState((now) => ({ [what]: now[what] + by }));

const waiting = new Set<() => void>();

/** Tries at once to load what could not be loaded. */
export function loadNow() {
  for (const go of waiting) go();
}

const pauseOf = (ms: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    waiting.add(go);
  });

/**
 * A component whose code is fetched when it is first shown, for parts that the page can do without for a while. It needs a Suspense
 * around it, and waits for the server instead of throwing.
 */
export const lazily = <P extends object>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(untilLoaded(() => load().then((part) => ({ default: part }))));

/** Retries an import after 1 s, 2 s … 30 s until the server answers, while the rest of the page keeps working. */
export function untilLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const isRetry = pause > FIRST_PAUSE;
      try {
        const code = await noticed(load);
        if (isRetry) count('failed', -1);
        return code;
      } catch (error) {
        console.warn(`load part of the page failed, will retry in ${pause / 1000} s`, error);
        if (!isRetry) count('failed', 1);
      } finally {
        if (isRetry) count('loading', -1);
      }
      await pauseOf(pause);
      count('loading', 1);
    }
  };
}
