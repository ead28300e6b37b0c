import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Lists up to this length are rendered completely. */
const SHORT = 60;

type ScrolledListProps<T> = {
  items: readonly T[];
  /** Pixels. */
  rowHeight: number;
  keyOf: (item: T) => string;
  render: (item: T, index: number) => ReactNode;
};

/** A numbered list inside its scroll container. A long one keeps only the visible rows in the page. */
export function ScrolledList<T>(props: ScrolledListProps<T>) {
  const { items, keyOf, render } = props;
  if (items.length > SHORT) return <LongList {...props} />;
  return (
    <ol>
      {items.map((item, index) => (
        <li key={keyOf(item)}>{render(item, index)}</li>
      ))}
    </ol>
  );
}

function LongList<T>({ items, rowHeight, keyOf, render }: ScrolledListProps<T>) {
  const list = useRef<HTMLOListElement>(null);
  const [{ scroller, offset }, setPlace] = useState<{ scroller: HTMLElement | null; offset: number }>({ scroller: null, offset: 0 });

  const measure = () => {
    const around = scrollParent(list.current);
    if (!around || !list.current) return;
    const top = Math.round(list.current.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop);
    setPlace((old) => (old.scroller === around && old.offset === top ? old : { scroller: around, offset: top }));
  };
  useLayoutEffect(measure); // the content above it may have become shorter
  const latest = useRef(measure);
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current());
    for (let element = list.current?.parentElement; element && element !== document.body; element = element.parentElement) {
      observer.observe(element);
    }
    return () => observer.disconnect();
  }, []);

  const virtualizer = useVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(items[index] as T),
    getScrollElement: () => scroller,
    scrollMargin: offset,
    overscan: 8,
  });
  return (
    <ol ref={list} className="relative" style={{ height: items.length * rowHeight }}>
      {virtualizer.getVirtualItems().map((row) => {
        const item = items[row.index];
        return (
          item !== undefined && (
            <li
              key={row.key}
              aria-posinset={row.index + 1}
              aria-setsize={items.length}
              className="absolute inset-x-0 top-0"
              style={{ height: rowHeight, transform: `translateY(${row.start - offset}px)` }}
            >
              {render(item, row.index)}
            </li>
          )
        );
      })}
    </ol>
  );
}

/** The scroll container of an element. */
function scrollParent(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return element && document.documentElement;
}
