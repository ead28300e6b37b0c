import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const STEPS: Record<string, (at: number, last: number) => number> = {
  j: (at) => at + 1,
  k: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
};

type Keys = { ids: readonly string[]; onToggle: (id: string) => void; onOpen: (id: string) => void; onClear: () => void };

const keyOf = ({ key }: { key: string }) => (key.length === 1 ? key.toLowerCase() : key);
const isModified = ({ ctrlKey, metaKey, altKey }: { ctrlKey: boolean; metaKey: boolean; altKey: boolean }) => ctrlKey || metaKey || altKey;

/** One row of a table can be tabbed to; J and K move it, X selects it, Enter opens it, and Escape ends the selection. */
export function useRowKeys({ ids, onToggle, onOpen, onClear }: Keys) {
  const [last, setLast] = useState<string | null>(null);
  const rows = useRef(new Map<string, HTMLElement>());
  const current = last !== null && ids.includes(last) ? last : ids[0];
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    setLast(id);
    rows.current.get(id)?.focus();
  };
  const step = (key: string, at: number) => {
    const to = STEPS[key]?.(at, ids.length - 1);
    if (to === undefined) return false;
    focus(ids[Math.min(Math.max(0, to), ids.length - 1)]);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || isModified(event) || target.closest(TYPING)) return;
    const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (id === undefined) return;
    const onRow = target.matches('[data-row]');
    const key = keyOf(event);
    if (key === 'x' || (key === ' ' && onRow)) onToggle(id);
    else if (key === 'Enter' && onRow) onOpen(id);
    else if (key === 'Escape') onClear();
    else if (!step(key, ids.indexOf(id))) return;
    event.preventDefault();
  };

  // J and K enter the table from the page, where nothing has the focus.
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const key = keyOf(event);
      if (event.defaultPrevented || isModified(event) || (key !== 'j' && key !== 'k') || current === undefined) return;
      if (target?.closest(`${TYPING}, ${FLOATING}, [data-row]`) || document.querySelector('[role="dialog"]:not([data-state="closed"])'))
        return;
      event.preventDefault();
      setLast(current);
      rows.current.get(current)?.focus();
    };
    document.addEventListener('keydown', enter);
    return () => document.removeEventListener('keydown', enter);
  }, [current]);

  const rowProps = (id: string) => ({
    'data-row': id,
    tabIndex: id === current ? 0 : -1,
    ref: (element: HTMLElement | null) => {
      if (element) rows.current.set(id, element);
      else rows.current.delete(id);
    },
    onFocus: () => setLast(id),
  });
  return { rowProps, onKeyDown };
}
