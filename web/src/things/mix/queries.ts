import { apiQuery } from '@/api/query-client';

/** A mix with its tracklist. */
export const mixQuery = (id: string) => apiQuery(['/api/mixes', id]);
