import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/api/query-client';

export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

/** How often the log is read while it is followed, in ms. */
const FOLLOWED_EVERY = 2000;

export const checksQuery = queryOptions({ ...apiQuery(['/api/admin/checks', { limit: 100 }]), staleTime: 0 });

/** The newest lines of a level and above that contain a text. */
export const logQuery = (level: Level, q: string, follows: boolean) =>
  queryOptions({
    ...apiQuery(['/api/admin/log', { level, q, limit: 200 }]),
    staleTime: 0,
    refetchInterval: follows && FOLLOWED_EVERY,
    placeholderData: keepPreviousData,
  });
