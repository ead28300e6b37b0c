import { apiQuery } from '@/api/query-client';

/** Ranges of tempo, loudness (LUFS) and energy (0 to 1), and keys, as the address contains them. */
export type SoundFilter = {
  [name in 'bpmMin' | 'bpmMax' | 'energyMin' | 'energyMax' | 'loudnessMin' | 'loudnessMax' | 'key' | 'compatible']?: string;
};

export const trackQuery = (id: string) => apiQuery(['/api/tracks', id]);
export const lyricsQuery = (id: string) => apiQuery(['/api/tracks', id, 'lyrics']);
