import { queryOptions } from '@tanstack/react-query';
import type { Album } from '@/api/types';

/** An artist's albums, the latest first. */
export const albumsByQuery = (artist: string, limit: number) =>
  queryOptions<Album[]>({ queryKey: ['/api/albums', { artist, sort: 'year', limit }] });
