import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Watched } from '@/dj/state';

/** The state of a part of the desk. */
export const useWatched = <T extends object>(watched: Watched<T>): T => useSyncExternalStore(watched.subscribe, watched.get);

/** Milliseconds between two calls for what need not be drawn at the full rate of the screen: numbers, meters, platters. */
const CALM = 28;

type Paint = (now: number) => void;
const painters = new Map<Paint, boolean>();
let running = false;
let last = 0;

function frame(now: number) {
  const isDue = now - last >= CALM;
  if (isDue) last = now;
  for (const [paint, always] of painters) if (always || isDue) paint(now);
  running = painters.size > 0;
  if (running) requestAnimationFrame(frame);
}

/** Calls back before each frame with its time in ms, or before about thirty in a second, without React. All callers share one loop. */
export function useFrame(paint: Paint, always = false): void {
  const latest = useRef(paint);
  latest.current = paint;
  useEffect(() => {
    const call = (now: number) => latest.current(now);
    painters.set(call, always);
    if (!running) {
      running = true;
      requestAnimationFrame(frame);
    }
    return () => void painters.delete(call);
  }, [always]);
}

/** Writes a text if it differs, into the node that is there: the browser lays out only what has changed. */
export function writeText(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}
