import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Watched } from '@/dj/state';

/** The state of a part of the desk. */
export const useWatched = <T extends object>(watched: Watched<T>): T => useSyncExternalStore(watched.subscribe, watched.get);

const painters = new Set<() => void>();
let running = false;

function frame() {
  for (const paint of painters) paint();
  running = painters.size > 0;
  if (running) requestAnimationFrame(frame);
}

/** Calls back before each frame, without React. All callers share one loop. */
export function useFrame(paint: () => void): void {
  const latest = useRef(paint);
  latest.current = paint;
  useEffect(() => {
    const call = () => latest.current();
    painters.add(call);
    if (!running) {
      running = true;
      requestAnimationFrame(frame);
    }
    return () => void painters.delete(call);
  }, []);
}
