import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { REQUEST_TIMEOUT } from './constants';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

let onSlow: () => void = () => {};

/** Sets what is called when a part of the page has not arrived within the time limit of a request; its loading continues. */
export function setSlowHandler(handler: () => void) {
  onSlow = handler;
}

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
      const slow = setTimeout(() => onSlow(), REQUEST_TIMEOUT);
      try {
        return await load().finally(() => clearTimeout(slow));
      } catch (error) {
        console.warn(`load part of the page failed, will retry in ${pause / 1000} s`, error);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  };
}
