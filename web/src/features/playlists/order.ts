import type { Entry } from '@/api/types';

export const ORDERS = ['own', 'title', 'artist', 'album', 'added', 'duration'] as const;
export type Order = (typeof ORDERS)[number];

/** Longer lists are only shown in their own order: sorting needs all entries. */
export const SORTABLE = 5000;

/** Removes entries; entries that are not loaded stay undefined. */
export const without = (entries: readonly (Entry | undefined)[], ids: ReadonlySet<string>): (Entry | undefined)[] =>
  entries.filter((entry) => entry === undefined || !ids.has(entry.entryId));

/** Moves entries before an index of the old list. */
export function movedTo(entries: readonly (Entry | undefined)[], ids: ReadonlySet<string>, before: number): (Entry | undefined)[] {
  const isMoved = (entry: Entry | undefined) => entry !== undefined && ids.has(entry.entryId);
  const moved = entries.filter(isMoved);
  const holds = (entry: Entry | undefined) => !isMoved(entry);
  return [...entries.slice(0, before).filter(holds), ...moved, ...entries.slice(before).filter(holds)];
}

/** The entry before an index that is not itself moved; an empty ID at the start, undefined if it is not loaded. */
export function anchorBefore(entries: readonly (Entry | undefined)[], ids: ReadonlySet<string>, before: number): string | undefined {
  for (let i = before - 1; i >= 0; i--) {
    const entry = entries[i];
    if (entry === undefined) return undefined;
    if (!ids.has(entry.entryId)) return entry.entryId;
  }
  return '';
}
