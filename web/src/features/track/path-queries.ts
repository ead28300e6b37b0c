import { queryOptions } from '@tanstack/react-query';
import type { SearchResults, Track } from '@/api/types';

export const pathQuery = (from: string, to: string, length: number) =>
  queryOptions<Track[]>({ queryKey: ['/api/mix/path', { from, to, length }] });

export const findQuery = (q: string) =>
  queryOptions<SearchResults>({ queryKey: ['/api/search', { q, limit: 8 }], enabled: q.trim() !== '', placeholderData: (old) => old });
