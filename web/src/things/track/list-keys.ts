import { type FocusEvent, type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import type { Track } from '@/api/types';
import type { ListControls } from '@/things/list/list-controls';
import type { Rows, Selection } from '@/things/list/selection';
import { ROW_HEIGHT } from './track-row';

const PAGE = 10;

type ListKeys = {
  tracks: Rows<Track>;
  /** Undefined if rows cannot be selected. */
  selection: Selection<Track> | undefined;
  play: (track: Track) => void;
  toggle: (track: Track) => void;
  like: (track: Track) => void;
  controls: RefObject<ListControls | null> | undefined;
};

/** The row of a track list that has the focus, and what its keys do. */
export function useListKeys({ tracks, selection, play, toggle, like, controls }: ListKeys) {
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef(false);
  const [active, setActive] = useState(0);
  const move = (to: number, where: 'nearest' | 'start' = 'nearest') => {
    focusNext.current = true;
    setActive(to);
    if (box.current) reveal(box.current, to, where);
  };
  useImperativeHandle(controls, () => ({ jump: (index) => move(index, 'start') }));

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const track = tracks[active];
    const onRow = event.target instanceof Element && event.target.role === 'row';
    const target = destination(event.key, active, tracks.length - 1);
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if ((onRow || event.key === 'Escape') && selection && select(event, selection, { active, target, move })) {
      // done
    } else if (!plain) return;
    else if (target !== undefined && target !== active) move(target);
    else if (!onRow || !track) return;
    else if (event.key === 'Enter') play(track);
    else if (event.key === ' ') toggle(track);
    else if (event.key.toLowerCase() === 'l') like(track);
    else return;
    // The list has handled the key: the page must not scroll, and the player's own shortcuts must not run.
    event.preventDefault();
    event.stopPropagation();
  };

  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('[role="row"]');
    if (row) setActive(Number(row.getAttribute('aria-rowindex')) - 1);
  };

  const takeFocus = (index: number) => (row: HTMLDivElement | null) => {
    if (!row || index !== active || !focusNext.current) return;
    focusNext.current = false;
    row.focus({ preventScroll: true });
  };

  return { box, active, onKeyDown, onFocus, takeFocus };
}

type Focused = { active: number; target: number | undefined; move: (to: number) => void };

/** Applies Ctrl, Shift and X to the selection; false for other keys. */
function select(
  { key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent,
  selection: Selection<Track>,
  { active, target, move }: Focused,
) {
  if (altKey) return false;
  const command = ctrlKey || metaKey;
  if (command && key.toLowerCase() === 'a') selection.all();
  else if (key === 'Escape' && selection.size > 0) selection.clear();
  else if (shiftKey && !command && target !== undefined) {
    if (selection.size === 0) selection.toggle(active);
    move(target);
    selection.extend(target);
  } else if (!command && key.toLowerCase() === 'x') selection.toggle(active);
  else return false;
  return true;
}

/** The index of the focused row after a key; undefined for keys that do not move it. */
function destination(key: string, from: number, last: number): number | undefined {
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + PAGE, PageUp: from - PAGE, Home: 0, End: last }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** Scrolls the window until a row is visible between the bars at its edges. */
export function reveal(box: HTMLElement, index: number, where: 'nearest' | 'center' | 'start') {
  const top = box.getBoundingClientRect().top + index * ROW_HEIGHT;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const first = (Number.parseFloat(scrollPaddingTop) || 0) + ROW_HEIGHT;
  const last = window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0) - ROW_HEIGHT;
  if (where === 'center') window.scrollBy({ top: top - (first + last) / 2 });
  else if (where === 'start') window.scrollBy({ top: top - first });
  else if (top < first) window.scrollBy({ top: top - first });
  else if (top > last) window.scrollBy({ top: top - last });
}
