import type { Peaks, Sound } from '@/api/analysis';
import type { Grid } from './grid';

/** The track on a deck, without its sound. */
export type DeckTrack = {
  /** The ID in the library; null for a file of this device and for a sample. */
  id: string | null;
  title: string;
  artist: string;
  /** Seconds. */
  duration: number;
  coverUrl: string | null;
  /** The seed of the cover that the app draws. */
  seed: string;
  bpm: number | null;
  key: string;
  camelot: string;
  energy: number | null;
  grid: Grid | null;
  peaks: Peaks | null;
  loudness: Sound['loudness'] | null;
  cues: Sound['cues'];
  sections: Sound['sections'];
};

/** A track of which only the title is known. */
export const unknown = (title: string): DeckTrack => ({
  id: null,
  title,
  artist: '',
  duration: 0,
  coverUrl: null,
  seed: title,
  bpm: null,
  key: '',
  camelot: '',
  energy: null,
  grid: null,
  peaks: null,
  loudness: null,
  cues: [],
  sections: [],
});
