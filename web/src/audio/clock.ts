/** Time as an interface, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after that many milliseconds; returns a function that cancels it. */
  after(ms: number, call: () => void): () => void;
}

/** The browser's time. Its timers run in a worker, where a hidden tab does not slow them down. */
export function browserClock(): Clock {
  const waiting = new Map<number, () => void>();
  let worker: Worker | null = null;
  let serial = 0;

  const start = () => {
    const made = new Worker(new URL('./timer.worker.ts', import.meta.url), { type: 'module' });
    made.onmessage = ({ data }: MessageEvent<number>) => {
      const call = waiting.get(data);
      waiting.delete(data);
      call?.();
    };
    return made;
  };

  return {
    now: () => Date.now(),
    after(ms, call) {
      const id = serial++;
      waiting.set(id, call);
      worker ??= start();
      worker.postMessage({ id, ms });
      return () => waiting.delete(id);
    },
  };
}
