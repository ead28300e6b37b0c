import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Filter } from './columns';

/** How many items a page has. */
export const PAGE_SIZE = 50;
const MAX_PAGE = 1_000_000;

type Known = { sorts: readonly string[]; filters: readonly Filter[]; sort: string };

/**
 * What a table shows, which the address bar holds: search text, order, filters and page. What a table does not know is as if it were
 * not there, so that an old or mistyped address shows a list.
 */
export function useTableState({ sorts, filters, sort: usual }: Known) {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const column = (search.sort ?? '').replace(/^-/, '');
  const sort = search.sort && sorts.includes(column) ? search.sort : usual;
  const chosen = Object.fromEntries(
    filters.flatMap(({ id, options }): [string, string][] => {
      const value = search[id];
      return value !== undefined && options.some((option) => option.value === value) ? [[id, value]] : [];
    }),
  );
  const page = Math.min(Math.max(1, Math.trunc(Number(search.page)) || 1), MAX_PAGE);
  /** Changes the address. Every change but that of the page begins at the first page. */
  const set = (change: Record<string, string | undefined>, replace = false) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, string | undefined>) => ({ ...old, page: undefined, ...change })) as never,
      replace,
      resetScroll: false,
    });
  return {
    q: search.q ?? '',
    sort,
    chosen,
    page,
    isNarrowed: Boolean(search.q?.trim()) || Object.keys(chosen).length > 0,
    /** The parameters of the list, without the page. */
    asked: { q: search.q?.trim() ?? '', sort, ...chosen },
    set,
    /** The ID of the row that the address opens; '' for none. */
    open: search.open ?? '',
    /** Takes that row out of the address. */
    leave: () => set({ open: undefined, page: search.page }, true),
    /** Sorts by a column, or the other way round if it is sorted by it. */
    sortBy: (id: string, first: 'up' | 'down') => {
      const [down, up] = [`-${id}`, id];
      if (sort === up) return set({ sort: down });
      if (sort === down) return set({ sort: up });
      set({ sort: first === 'down' ? down : up });
    },
    /** Shows everything again. */
    clear: () => set(Object.fromEntries(['q', ...filters.map(({ id }) => id)].map((name) => [name, undefined]))),
  };
}

export type TableState = ReturnType<typeof useTableState>;
