import { apiQuery, pagedList, wholeList } from '@/api/query-client';

const MIXES = '/api/mixes';

export const SORTS = ['likes', 'newest', 'duration'] as const;
export type Sort = (typeof SORTS)[number];

/** Selects mixes; empty texts do not filter. */
export type MixFilter = { q: string; genre: string; sort: Sort };

/** The mixes that match a filter, page after page. */
export const foundMixes = ({ q, genre, sort }: MixFilter) =>
  pagedList([MIXES, { q: q || undefined, genre: genre || undefined, sort, limit: 60 }]);

/** The first mixes in an order. */
export const firstMixes = (sort: Sort, limit: number) => apiQuery([MIXES, { sort, limit }]);

/** The genres of the mixes. */
export const mixGenres = wholeList([MIXES, 'genres']);

export const HOW_MANY = { recent: 6, featured: 3 } as const;

/** The genres of the chips on the DJ Mix page; the first one is no filter. */
export const CHIPS = ['All', 'House', 'Techno', 'Trance', 'Deep House', 'Progressive', 'Minimal'] as const;
