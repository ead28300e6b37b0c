import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

type VirtualListProps<T> = {
  /** The accessible name. */
  label: string;
  /** Items that are not loaded are undefined. */
  items: readonly (T | undefined)[];
  /** The total number of items, loaded or not, for the scroll bar and screen readers. */
  total?: number;
  /** In pixels. */
  rowHeight: number;
  keyOf: (item: T) => string;
  render: (item: T, index: number) => ReactNode;
  /** Called when the end comes near; pass the query's fetchNextPage. */
  onEnd?: () => void;
  /** Called with the visible rows, so that they can be loaded. */
  onRange?: (first: number, last: number) => void;
  /** The placeholder of a row that is not loaded. */
  placeholder?: (index: number) => ReactNode;
  /** A grid instead of a list: `render` then returns a `role="row"` with its own `aria-rowindex`. */
  grid?: boolean;
  /** Whether several rows of the grid can be selected. */
  multiselectable?: boolean;
  /** The index of an item that stays in the page even out of sight, such as the focused one. */
  keep?: number;
};

/**
 * A list of any length that keeps only the visible rows in the page. The window scrolls it. Rows are list items with their position
 * and the total size for screen readers.
 */
export function VirtualList<T>({
  label,
  items,
  total = items.length,
  rowHeight,
  keyOf,
  render,
  onEnd,
  onRange,
  placeholder,
  grid = false,
  multiselectable = false,
  keep = -1,
}: VirtualListProps<T>) {
  const list = useRef<HTMLUListElement & HTMLDivElement>(null);
  const offset = useOffset(list);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin: offset,
    rangeExtractor: (range) => withKept(range, keep),
  });
  const rows = virtualizer.getVirtualItems();
  const nearEnd = items.length < total && (virtualizer.range?.endIndex ?? -1) >= items.length - 20;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may end within reach of the next one, so every new length asks again
  useEffect(() => {
    if (nearEnd) onEnd?.();
  }, [nearEnd, onEnd, items.length]);
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? -1;
  useEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);
  const [List, Row] = grid ? (['div', 'div'] as const) : (['ul', 'li'] as const);
  return (
    <List
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: total * rowHeight }}
      {...(grid && { role: 'grid', 'aria-rowcount': total, 'aria-multiselectable': multiselectable || undefined })}
    >
      {rows.map((row) => {
        const item = items[row.index];
        if (item === undefined && !placeholder) return null;
        return (
          <Row
            key={item === undefined ? `row ${row.index}` : keyOf(item)}
            className="absolute inset-x-0 top-0"
            style={{ height: rowHeight, transform: `translateY(${row.start - offset}px)` }}
            {...(grid ? { role: 'presentation' } : { 'aria-posinset': row.index + 1, 'aria-setsize': total })}
          >
            {item === undefined ? placeholder?.(row.index) : render(item, row.index)}
          </Row>
        );
      })}
      {items.length < total && <Coming top={items.length * rowHeight} rowHeight={rowHeight} />}
    </List>
  );
}

/** A quiet bar for each row that is not loaded yet, so that fast scrolling shows that rows are coming. */
function Coming({ top, rowHeight }: { top: number; rowHeight: number }) {
  const [from, to] = [Math.round(rowHeight * 0.36), Math.round(rowHeight * 0.64)];
  const background = `repeating-linear-gradient(transparent 0 ${from}px, var(--surface-2) ${from}px ${to}px, transparent ${to}px ${rowHeight}px)`;
  return <div aria-hidden className="absolute right-2/3 bottom-0 left-2" style={{ top, background }} />;
}

/** The distance of the list from the top of the page, updated when the content above it grows. */
function useOffset(list: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setOffset(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return offset;
}

function withKept(range: Range, keep: number): number[] {
  const visible = defaultRangeExtractor(range);
  if (keep < 0 || keep >= range.count || visible.includes(keep)) return visible;
  return keep < (visible[0] ?? 0) ? [keep, ...visible] : [...visible, keep];
}
