import { queryOptions } from '@tanstack/react-query';
import type { Lyrics, TrackDetail } from '@/api/types';

/** Ranges of tempo, loudness (LUFS) and energy (0 to 1), and keys, as the address contains them. */
export type SoundFilter = {
  [name in 'bpmMin' | 'bpmMax' | 'energyMin' | 'energyMax' | 'loudnessMin' | 'loudnessMax' | 'key' | 'compatible']?: string;
};

export const trackQuery = (id: string) => queryOptions<TrackDetail>({ queryKey: ['/api/tracks', id] });
export const lyricsQuery = (id: string) => queryOptions<Lyrics>({ queryKey: ['/api/tracks', id, 'lyrics'] });
