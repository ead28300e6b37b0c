import { type RefObject, useEffect, useRef } from 'react';
import { dragTracks } from '@/ui/dnd/dnd';
import type { Drag } from '@/ui/dnd/drag';
import type { MenuAsked } from '@/ui/menu/open-menu';

/** ms of a long press before the menu opens. */
const LONG_PRESS = 500;
/** Pixels it can move meanwhile. */
const STEADY = 10;

/** Makes a row draggable with a mouse, and opens its menu on a long press. */
export function useRowDrag(drag: (() => Drag) | undefined, openMenu: (asked: MenuAsked) => void): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement | null>(null);
  const latest = useRef({ drag, openMenu });
  latest.current = { drag, openMenu };
  const draggable = drag !== undefined;
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const stopPress = longPress(element, (asked) => latest.current.openMenu(asked));
    const stopDrag =
      draggable && !matchMedia('(pointer: coarse)').matches ? dragTracks(element, () => latest.current.drag?.() ?? null) : () => {};
    return () => {
      stopPress();
      stopDrag();
    };
  }, [draggable]);
  return row;
}

/** Not every phone's browser opens a context menu itself. */
function longPress(element: HTMLElement, open: (asked: MenuAsked) => void): () => void {
  const done = new AbortController();
  const { signal } = done;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  const cancel = () => clearTimeout(timer);
  const listen = <K extends keyof HTMLElementEventMap>(type: K, react: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(type, react, { signal });
  let pressed = false;
  // The click that ends the press is not a tap.
  element.addEventListener('click', (event) => pressed && event.stopPropagation(), { capture: true, signal });
  listen('pointerdown', (event) => {
    cancel();
    pressed = false;
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      pressed = true;
      open({ preventDefault: () => {}, currentTarget: element, type: 'contextmenu', clientX: from.x, clientY: from.y });
    }, LONG_PRESS);
  });
  listen('pointermove', (event) => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STEADY) cancel();
  });
  for (const type of ['pointerup', 'pointercancel', 'contextmenu'] as const) listen(type, cancel);
  return () => {
    cancel();
    done.abort();
  };
}
