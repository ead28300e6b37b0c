import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** ms until a press is a long one. */
const LONG = 500;

/** Handlers of a button that also opens something: with a long press, the right button, or the menu key. null: it has nothing to open. */
export function useHold(open: (() => void) | null) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opened = useRef(false);
  if (!open) return {};
  const stop = () => clearTimeout(timer.current);
  const show = () => {
    stop();
    opened.current = true;
    open();
  };
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      opened.current = false;
      if (event.pointerType !== 'mouse') timer.current = setTimeout(show, LONG);
    },
    onPointerUpCapture: stop,
    onPointerLeave: stop,
    onPointerCancelCapture: stop,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      if (!opened.current) show(); // a long press may end with this event
    },
    /** The click that ends a long press does nothing else. */
    onClickCapture: (event: MouseEvent) => {
      if (opened.current && event.detail !== 0) event.stopPropagation();
      opened.current = false;
    },
  };
}
