import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchResults } from '@/api/types';

/** The most the server gives of each kind. */
export const MOST_RESULTS = 100;

/** The library's matches. The earlier ones stay until the next are there; a call nobody waits for is cancelled. */
export const searchQuery = (q: string, limit: number) =>
  queryOptions<SearchResults>({
    queryKey: ['/api/search', { q, limit }],
    enabled: q !== '',
    placeholderData: q === '' ? undefined : keepPreviousData,
    gcTime: 60_000,
  });
