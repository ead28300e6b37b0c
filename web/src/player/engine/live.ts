import { createStore } from 'zustand/vanilla';

/** What a station plays at the listener's position; empty texts while that is unknown. */
export type OnAir = {
  title: string;
  artist: string;
  coverImageUrl: string | null;
  /** The library's track, if it has it. */
  trackId: string | null;
  /** A sentence that says why it is silent. */
  problem: string;
};

/** How far the listener rewound: the station, and the moment (ms since 1970) at which its sound starts. Null is live. */
export const rewound = createStore<{ to: { id: string; from: number } | null }>(() => ({ to: null }));
