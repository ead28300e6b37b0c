import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { type EntryPage, entriesAt, rowsKey, STRETCH } from '@/api/playlists';
import type { Entry } from '@/api/types';

/** The entries of a playlist; only visited ones are loaded. */
export type Rows = { entries: readonly (Entry | undefined)[]; version: number; duration: number };

const firstOf = (index: number) => Math.floor(index / STRETCH) * STRETCH;

/** A list of the full length with one page filled in. */
export function placed(rows: Rows | undefined, at: number, page: EntryPage): Rows {
  const entries = Array.from({ length: page.total }, (_, i) => rows?.entries[i]);
  for (const [i, item] of page.items.entries()) entries[at + i] = item;
  return { entries, version: page.version, duration: page.duration };
}

/** Changes the loaded entries immediately, before the server responds. */
export function editRows(client: QueryClient, id: string, edit: (entries: Rows['entries']) => Rows['entries']): void {
  client.setQueryData<Rows>(rowsKey(id), (rows) => rows && { ...rows, entries: edit(rows.entries) });
}

/** The server has applied the edit; unless others edited too, nothing has to be refetched. */
export function settleRows(client: QueryClient, id: string, version: number): void {
  const rows = client.getQueryData<Rows>(rowsKey(id));
  if (rows && version <= rows.version + 1) client.setQueryData<Rows>(rowsKey(id), { ...rows, version });
  else void client.invalidateQueries({ queryKey: rowsKey(id) });
}

/** A playlist's rows, and a way to load more. After a complete change, the visible rows are refetched first. */
export function useRows(id: string) {
  const client = useQueryClient();
  const seen = useRef(0);
  const asked = useRef(new Set<number>());
  const query = useQuery({
    queryKey: rowsKey(id),
    queryFn: async ({ signal }) => {
      asked.current.clear();
      const at = firstOf(seen.current);
      const page = await entriesAt(id, at, STRETCH, signal);
      // The list has become shorter than the visible range.
      if (at > 0 && at >= page.total) return placed(undefined, 0, await entriesAt(id, 0, STRETCH, signal));
      return placed(undefined, at, page);
    },
    // Comparing tens of thousands of rows with themselves would slow down every change.
    structuralSharing: false,
  });

  const look = useCallback(
    (index: number) => {
      seen.current = index;
      const at = firstOf(index);
      if (asked.current.has(at)) return;
      asked.current.add(at);
      const wanted = asked.current;
      entriesAt(id, at, STRETCH).then(
        (page) => {
          const rows = client.getQueryData<Rows>(rowsKey(id));
          if (wanted !== asked.current || !rows) return;
          if (rows.version === page.version && rows.entries.length === page.total) client.setQueryData(rowsKey(id), placed(rows, at, page));
          else void client.invalidateQueries({ queryKey: rowsKey(id) });
          asked.current.delete(at);
        },
        () => asked.current.delete(at),
      );
    },
    [client, id],
  );
  return { ...query, look };
}

const LARGEST = 1000;

/** Loads entries at any position in few large pages; both ends included. */
export async function entriesBetween(id: string, first: number, last: number, signal?: AbortSignal): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let at = first; at <= last; at += LARGEST) {
    const { items, total } = await entriesAt(id, at, Math.min(LARGEST, last - at + 1), signal);
    entries.push(...items);
    if (at + LARGEST >= total) break;
  }
  return entries;
}
