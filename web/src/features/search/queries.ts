import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Genre, SearchResults } from '@/api/types';
import type { SearchFilter } from './filter';

/** The most the server gives of each kind. */
export const MOST_RESULTS = 100;

/** What matches. The earlier answer stays until the next is there; a call nobody waits for is cancelled. */
export const searchQuery = (q: string, limit: number, filter: SearchFilter = {}) =>
  queryOptions<SearchResults>({
    queryKey: ['/api/search', { q, limit, ...filter }],
    enabled: q !== '',
    placeholderData: q === '' ? undefined : keepPreviousData,
    gcTime: 60_000,
  });

export const genresQuery = queryOptions<Genre[]>({ queryKey: ['/api/genres'] });
