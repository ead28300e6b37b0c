import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiQuery, wholeList } from '@/api/query-client';
import type { SearchFilter } from './filter';

/** The server's maximum per kind. */
export const MAX_RESULTS = 100;

/** The search results. Earlier results stay until the next arrive; outdated requests are cancelled. */
export const searchQuery = (q: string, limit: number, { genre, yearFrom, yearTo }: SearchFilter = {}) =>
  queryOptions({
    ...apiQuery(['/api/search', { q, limit, genre, yearFrom: yearOf(yearFrom), yearTo: yearOf(yearTo) }]),
    enabled: q !== '',
    placeholderData: q === '' ? undefined : keepPreviousData,
    gcTime: 60_000,
  });

const yearOf = (year: string | undefined) => (year ? Number(year) : undefined);

export const genresQuery = wholeList(['/api/genres']);
