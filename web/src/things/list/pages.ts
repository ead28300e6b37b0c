import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Page, requestPage } from '@/api/client';
import { type ListKey, pathOf } from '@/api/lists';
import type { Rows } from './selection';

/** Rows per page. */
const PAGE_SIZE = 100;
/** How many rows beyond the visible ones are loaded. */
const AHEAD = 30;
/** ms that a distant range has to stay visible before it is loaded: dragging the scroll bar passes many. */
const SETTLE = 120;

const TOP: readonly number[] = [0];

const pageQuery = <T>(list: ListKey<T>, page: number) => {
  const [path, filter] = list;
  const range = { at: page * PAGE_SIZE, limit: PAGE_SIZE };
  return {
    queryKey: [path, { ...filter, ...range }, 'page'],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page<T>> => requestPage(pathOf(list, range), { signal }),
  };
};

/** A list of any length that loads the visible pages. The first page is always loaded, because it contains the total. */
export function usePages<T>(list: ListKey<T>, enabled = true) {
  const client = useQueryClient();
  const name = JSON.stringify(list);
  const [seen, setSeen] = useState({ name, pages: TOP });
  const pages = seen.name === name ? seen.pages : TOP;
  const combine = useCallback((results: UseQueryResult<Page<T>>[]) => joined(results, pages), [pages]);
  const { rows, total, error, failed, isPending, refetch } = useQueries({
    queries: pages.map((page) => ({ ...pageQuery(list, page), enabled })),
    combine,
  });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const latest = useRef({ list, pages });
  latest.current = { list, pages };
  const onRange = useCallback(
    (first: number, last: number) => {
      clearTimeout(timer.current);
      const next = pagesFor(first, last);
      const { pages: now, list: here } = latest.current;
      if (next.join() === now.join()) return;
      const near = next.some((page) => page > 0 && (now.includes(page) || now.includes(page - 1) || now.includes(page + 1)));
      const known = next.every((page) => client.getQueryData(pageQuery(here, page).queryKey) !== undefined);
      const show = () => setSeen({ name: JSON.stringify(here), pages: next });
      if (near || known || next.every((page) => page < 2)) show();
      else timer.current = setTimeout(show, SETTLE);
    },
    [client],
  );

  /** Loads rows at any position; both ends included. */
  const load = useCallback(
    async (first: number, last: number): Promise<T[]> => {
      const from = Math.floor(first / PAGE_SIZE);
      const found: T[] = [];
      for (let page = from; page <= Math.floor(last / PAGE_SIZE); page++)
        found.push(...(await client.ensureQueryData(pageQuery(latest.current.list, page))).items);
      return found.slice(first - from * PAGE_SIZE, last - from * PAGE_SIZE + 1);
    },
    [client],
  );

  return useMemo(
    () => ({ data: rows, total, error, isPending, refetch, onRange, load, onRetry: failed ? refetch : undefined }),
    [rows, total, error, failed, isPending, refetch, onRange, load],
  );
}

/** The first page, and the pages around the visible rows. */
function pagesFor(first: number, last: number): number[] {
  const from = Math.max(0, Math.floor((first - AHEAD) / PAGE_SIZE));
  const to = Math.floor((last + AHEAD) / PAGE_SIZE);
  return [...new Set([0, ...Array.from({ length: to - from + 1 }, (_, i) => from + i)])];
}

function joined<T>(results: UseQueryResult<Page<T>>[], pages: readonly number[]) {
  const total = results[0]?.data?.total ?? 0;
  let rows: Rows<T> | undefined;
  if (results[0]?.data) {
    const list = new Array<T | undefined>(total);
    results.forEach((result, i) => {
      const start = (pages[i] ?? 0) * PAGE_SIZE;
      result.data?.items.forEach((item, j) => {
        if (start + j < total) list[start + j] = item;
      });
    });
    rows = list;
  }
  const wrong = results.find((result) => result.error);
  return {
    rows,
    total,
    error: results[0]?.error ?? null,
    failed: wrong !== undefined && rows !== undefined,
    isPending: results[0]?.isPending ?? true,
    refetch: () => {
      for (const result of results) if (result.error) void result.refetch();
    },
  };
}

/** Removes some of the loaded rows; rows that are not loaded keep their distance. */
export function without<T>(rows: Rows<T>, out: (item: T) => boolean): Rows<T> {
  const gone: number[] = [];
  rows.forEach((item, i) => {
    if (item !== undefined && out(item)) gone.push(i);
  });
  if (gone.length === 0) return rows;
  const left = rows.slice();
  for (const i of gone.toReversed()) left.splice(i, 1);
  return left;
}
