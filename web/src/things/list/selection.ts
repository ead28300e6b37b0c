import { useCallback, useMemo, useRef, useState } from 'react';

/** The maximum number of selected rows. */
export const SELECTION_LIMIT = 5000;

/** A list of any length: rows that are not loaded are undefined. */
export type Rows<T> = readonly (T | undefined)[];

export type Selection<T> = {
  size: number;
  has: (item: T) => boolean;
  /** The selected rows in the order of the list. */
  items: readonly T[];
  toggle: (index: number) => void;
  /** Selects from the last selected row to this one. */
  extend: (index: number) => void;
  all: () => void;
  clear: () => void;
};

type Chosen<T> = ReadonlyMap<string, { index: number; item: T }>;

type SelectionOptions<T> = {
  rows: Rows<T>;
  keyOf: (item: T) => string;
  /** Loads rows that are selected before they were visible; both ends included. */
  load?: (first: number, last: number) => Promise<readonly T[]>;
  /** Called when not everything could be selected. */
  onLimit?: () => void;
  onError?: (error: unknown) => void;
};

/** The selected rows of a list. The selection survives scrolling and ends with the list. */
export function useSelection<T>({ rows, keyOf, load, onLimit, onError }: SelectionOptions<T>): Selection<T> {
  const [chosen, setChosen] = useState<Chosen<T>>(new Map());
  const anchor = useRef(0);
  const asked = useRef(0);
  const latest = useRef({ rows, keyOf, load, onLimit, onError });
  latest.current = { rows, keyOf, load, onLimit, onError };

  const toggle = useCallback((index: number) => {
    const item = latest.current.rows[index];
    if (item === undefined) return;
    anchor.current = index;
    asked.current++;
    setChosen((before) => toggled(before, latest.current.keyOf(item), index, item));
  }, []);

  const range = useCallback(async (from: number, to: number) => {
    const { rows: list, keyOf: key, load: fetch, onLimit: tell, onError: fail } = latest.current;
    const last = Math.min(to, from + SELECTION_LIMIT - 1);
    if (last < to) tell?.();
    const mine = ++asked.current;
    const add = (items: readonly (T | undefined)[]) =>
      setChosen((before) => {
        const next = new Map(before);
        for (const [i, item] of items.entries()) if (item !== undefined) next.set(key(item), { index: from + i, item });
        return next;
      });
    const loaded = Array.from({ length: last - from + 1 }, (_, i) => list[from + i]);
    add(loaded);
    if (!fetch || !loaded.includes(undefined)) return;
    try {
      const items = await fetch(from, last);
      if (mine === asked.current) add(items);
    } catch (error) {
      fail?.(error);
    }
  }, []);

  const extend = useCallback((index: number) => void range(Math.min(anchor.current, index), Math.max(anchor.current, index)), [range]);
  const all = useCallback(() => void range(0, latest.current.rows.length - 1), [range]);
  const clear = useCallback(() => {
    asked.current++;
    setChosen((before) => (before.size === 0 ? before : new Map()));
  }, []);

  return useMemo(() => {
    // The list's current versions: they may have been liked since.
    const now = (key: string, index: number, item: T) => {
      const current = rows[index];
      return current !== undefined && keyOf(current) === key ? current : item;
    };
    const items = [...chosen].sort(([, a], [, b]) => a.index - b.index).map(([key, { index, item }]) => now(key, index, item));
    return { size: chosen.size, has: (item: T) => chosen.has(keyOf(item)), items, toggle, extend, all, clear };
  }, [chosen, rows, keyOf, toggle, extend, all, clear]);
}

function toggled<T>(before: Chosen<T>, key: string, index: number, item: T): Chosen<T> {
  const next = new Map(before);
  if (!next.delete(key)) next.set(key, { index, item });
  return next;
}
