import { apiQuery } from '@/api/query-client';

/** An artist's albums, the latest first. */
export const albumsByQuery = (artist: string, limit: number) => apiQuery(['/api/albums', { artist, sort: 'year', limit }]);
