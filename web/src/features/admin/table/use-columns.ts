import { useState } from 'react';
import { PRODUCT } from '@/i18n/product';
import { storage } from '@/lib/storage';
import type { Column } from './columns';

const keyOf = (table: string) => `${PRODUCT.slug}_table_${table}`;

/** The columns of a table that people hid or added; null if they never chose. */
function chosenBefore(table: string): string[] | null {
  try {
    const ids: unknown = JSON.parse(storage.get(keyOf(table)) ?? 'null');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : null;
  } catch {
    return null; // not written by this app
  }
}

/** The columns to show, in their own order. This browser remembers the choice. The first column always stays. */
export function useColumns<T>(table: string, columns: readonly Column<T>[]) {
  const [chosen, setChosen] = useState(() => chosenBefore(table));
  const isShown = (column: Column<T>) => column === columns[0] || (chosen ? chosen.includes(column.id) : !column.optional);
  const shown = columns.filter(isShown);
  const choose = (ids: string[] | null) => {
    setChosen(ids);
    if (ids) storage.set(keyOf(table), JSON.stringify(ids));
    else storage.remove(keyOf(table));
  };
  const toggle = (id: string) => {
    const ids = shown.map((column) => column.id);
    choose(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  };
  return { shown, toggle, reset: () => choose(null), isChosen: chosen !== null };
}
