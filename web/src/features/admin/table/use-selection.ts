import { useState } from 'react';

/** The selected items of a table, by ID, with their names. They stay selected on other pages, until the list is narrowed otherwise. */
export function useSelection(narrowing: string) {
  const [state, setState] = useState<{ narrowing: string; names: ReadonlyMap<string, string> }>({ narrowing, names: new Map() });
  const names = state.narrowing === narrowing ? state.names : new Map<string, string>();
  const change = (alter: (names: Map<string, string>) => void) => {
    const next = new Map(names);
    alter(next);
    setState({ narrowing, names: next });
  };
  return {
    names,
    has: (id: string) => names.has(id),
    toggle: (id: string, name: string) => change((next) => void (next.delete(id) || next.set(id, name))),
    add: (items: readonly { id: string; name: string }[]) =>
      change((next) => {
        for (const { id, name } of items) next.set(id, name);
      }),
    remove: (ids: readonly string[]) =>
      change((next) => {
        for (const id of ids) next.delete(id);
      }),
    clear: () => change((next) => next.clear()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
