import { createStore } from 'zustand/vanilla';
import type { Step } from './quality';

/** What the quality was lowered to because the connection did not carry more; null when it was not. */
export const loweredQuality = createStore<{ step: Step | null }>(() => ({ step: null }));
