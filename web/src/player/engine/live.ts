import { createStore } from 'zustand/vanilla';

/** What a station plays where the listener is; empty texts while that is not known. */
export type OnAir = {
  title: string;
  artist: string;
  coverImageUrl: string | null;
  /** Of the library, where it is known there. */
  trackId: string | null;
  /** One sentence, why it is silent. */
  problem: string;
};

/** How far back a listener went: which station, and the moment (ms since 1970) its sound begins at. Null is on air. */
export const rewound = createStore<{ to: { id: string; from: number } | null }>(() => ({ to: null }));
