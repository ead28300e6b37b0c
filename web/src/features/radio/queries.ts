import { queryOptions } from '@tanstack/react-query';
import { apiQuery, wholeList } from '@/api/query-client';
import { RADIOS } from '@/api/stations';

export type StationTab = 'browse' | 'local' | 'trending';

/** The filters of a list of stations; empty texts do not filter. */
export type StationFilter = { q: string; country: string; genre: string };

const SORTS = { browse: 'popular', local: 'popular', trending: 'trending' } as const;

/** A list of stations on the server. */
export const stationsKey = (tab: StationTab, { q, country, genre }: StationFilter) =>
  [RADIOS, { sort: SORTS[tab], q: q || undefined, country: country || undefined, genre: genre || undefined }] as const;

/** The stations' genres. */
export const genresQuery = wholeList([RADIOS, 'genres']);

const SHOWN = 20;

/** What a station played last, latest first, after the current item. */
export const historyQuery = (id: string) =>
  queryOptions({
    ...apiQuery([RADIOS, id, 'history', { limit: SHOWN + 1 }]),
    select: (plays) => plays.filter(({ ended }) => ended !== null).slice(0, SHOWN),
  });

/** A station's shows between two moments. */
export const scheduleQuery = (id: string, from: string, to: string) => wholeList([RADIOS, id, 'schedule', { from, to }]);

export const requestsQuery = (id: string) => apiQuery([RADIOS, id, 'requests']);
