import type { Peaks, Sound } from '@/api/analysis';
import type { Track } from '@/api/types';
import type { Grid } from '../beat/grid';

/** The track on a deck, without its sound. */
export type DeckTrack = {
  /** The ID in the library; null for a file of this device and for a sample. */
  id: string | null;
  /** The track as the library lists it; null for a file of this device and for a sample. */
  library: Track | null;
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
  library: null,
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
