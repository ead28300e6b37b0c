import type { KeyboardEvent } from 'react';

const resultsIn = (page: HTMLElement | null) => [...(page?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];

export const focusResult = (page: HTMLElement | null, index: number) => resultsIn(page)[index]?.focus();

/** Up and down move between results, and from the first back to the box. */
export function walk(event: KeyboardEvent, page: HTMLElement | null) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  const all = resultsIn(page);
  const from = all.indexOf(event.target.closest<HTMLElement>('[data-result]') ?? event.target);
  if (from < 0) return;
  event.preventDefault();
  if (from + step < 0) page?.querySelector('input')?.focus();
  else all[from + step]?.focus();
}
