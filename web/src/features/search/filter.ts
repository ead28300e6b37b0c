import { t } from '@/i18n/search';

/** The filters of a search, by their names in the address and on the server. */
export type SearchFilter = { genre?: string; yearFrom?: string; yearTo?: string };

export const FILTER_PARAMS = ['genre', 'yearFrom', 'yearTo'] as const;

const YEAR = /^[1-9]\d{0,3}$/;

/** The filter in an address. Invalid years are ignored. */
export function filterOf(search: SearchFilter): SearchFilter {
  const filter: SearchFilter = {};
  if (search.genre?.trim()) filter.genre = search.genre.trim();
  if (search.yearFrom && YEAR.test(search.yearFrom)) filter.yearFrom = search.yearFrom;
  if (search.yearTo && YEAR.test(search.yearTo)) filter.yearTo = search.yearTo;
  return filter;
}

export const isFiltered = (filter: SearchFilter) => Object.keys(filter).length > 0;

/** The label of a year filter; undefined for none. */
export function yearsText({ yearFrom, yearTo }: SearchFilter): string | undefined {
  if (!yearFrom && !yearTo) return undefined;
  if (!yearTo) return t('search.filter.since', { year: yearFrom ?? '' });
  if (!yearFrom) return t('search.filter.until', { year: yearTo });
  if (Number(yearFrom) % 10 === 0 && Number(yearTo) === Number(yearFrom) + 9) return t('search.filter.decade', { decade: yearFrom });
  return yearFrom === yearTo ? yearFrom : t('search.filter.years', { from: yearFrom, to: yearTo });
}

/** How many decades are offered, including this one. */
const DECADES = 8;

/** The years to choose from: decades, the current one first, and everything before. */
export function yearChoices(now = new Date().getFullYear()): SearchFilter[] {
  const first = now - (now % 10);
  const decades = Array.from({ length: DECADES }, (_, i) => first - i * 10);
  return [
    ...decades.map((year) => ({ yearFrom: String(year), yearTo: String(year + 9) })),
    { yearTo: String(first - (DECADES - 1) * 10 - 1) },
  ];
}
