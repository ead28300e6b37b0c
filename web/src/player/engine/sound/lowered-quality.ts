import { createStore } from 'zustand/vanilla';
import type { Step } from './quality';

/** The quality it was lowered to because the connection is too slow; null otherwise. */
export const loweredQuality = createStore<{ step: Step | null }>(() => ({ step: null }));
