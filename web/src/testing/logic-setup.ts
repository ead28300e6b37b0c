import { afterAll, vi } from 'vitest';

// The next file runs in the same worker.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
