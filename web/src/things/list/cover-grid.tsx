import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { t } from '@/i18n/t';
import { Skeleton } from '@/ui/skeleton';
import { VirtualList } from '@/ui/virtual-list';
import { GridCell, GridRow } from './grid';
import type { ListControls } from './list-controls';
import type { Rows } from './selection';

/** Pixels. Two columns on a phone of 390, up to eight on a wide desktop. */
const LEAST_WIDTH = 148;
const GAP = 18;
const CAPTION = 56;

type CoverGridProps<T> = {
  /** The accessible name. */
  label: string;
  /** Items that are not loaded are undefined. */
  items: Rows<T>;
  /** The total number of items, if further ones are only requested at the end. */
  total?: number;
  keyOf: (item: T) => string;
  /** Renders the card; its links and buttons get the tab index. */
  render: (item: T, tabIndex: 0 | -1) => ReactNode;
  onEnd?: () => void;
  /** Called with the visible items, so that they can be loaded. */
  onRange?: (first: number, last: number) => void;
  controls?: RefObject<ListControls | null>;
};

/** A grid of any number of cards with square covers; only the visible rows are in the page. Arrow keys move from card to card. */
export function CoverGrid<T>({ label, items, total = items.length, keyOf, render, onEnd, onRange, controls }: CoverGridProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef(false);
  const [active, setActive] = useState(0);
  const { columns, rowHeight } = useColumns(box);
  const rows = useMemo(() => chunk(items, columns), [items, columns]);

  useImperativeHandle(controls, () => ({
    jump: (index) => {
      const top = box.current?.getBoundingClientRect().top ?? 0;
      const clear = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      focusNext.current = true;
      setActive(index);
      if (columns > 0) window.scrollBy({ top: top + Math.floor(index / columns) * rowHeight - clear });
    },
  }));
  const seen = useCallback(
    (first: number, last: number) => columns > 0 && onRange?.(first * columns, (last + 1) * columns - 1),
    [columns, onRange],
  );

  // Runs after each render until the target card is rendered.
  useLayoutEffect(() => {
    if (!focusNext.current) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-cell="${active}"] [data-primary]`);
    if (!link) return;
    focusNext.current = false;
    link.focus({ preventScroll: true });
    link.closest('article')?.scrollIntoView({ block: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const to = active + (step ?? 0);
    if (step === undefined || to < 0 || to >= items.length) return;
    event.preventDefault();
    event.stopPropagation();
    focusNext.current = true;
    setActive(to);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the grid inside
    <div
      ref={box}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const cell = target.closest<HTMLElement>('[data-cell]');
        if (cell) setActive(Number(cell.dataset.cell));
      }}
    >
      {columns > 0 && (
        <VirtualList
          // Measures the rows again when their height changes.
          key={rowHeight}
          grid
          label={label}
          items={rows}
          total={Math.ceil(total / columns)}
          rowHeight={rowHeight}
          keyOf={(row) => (row[0] === undefined ? `${rows.indexOf(row)}` : keyOf(row[0]))}
          keep={Math.floor(active / columns)}
          onEnd={onEnd}
          onRange={seen}
          render={(row, y) => (
            <GridRow
              aria-rowindex={y + 1}
              className="grid"
              style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: GAP }}
            >
              {Array.from(row, (item, x) => {
                const index = y * columns + x;
                return (
                  <GridCell
                    key={item === undefined ? index : keyOf(item)}
                    aria-colindex={x + 1}
                    aria-busy={item === undefined || undefined}
                    data-cell={index}
                    className="min-w-0"
                  >
                    {item === undefined ? <CardToCome /> : render(item, index === active ? 0 : -1)}
                  </GridCell>
                );
              })}
            </GridRow>
          )}
        />
      )}
    </div>
  );
}

function useColumns(box: React.RefObject<HTMLElement | null>): { columns: number; rowHeight: number } {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  if (width === 0) return { columns: 0, rowHeight: 0 };
  const columns = Math.max(2, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)));
  const cover = (width - GAP * (columns - 1)) / columns;
  return { columns, rowHeight: Math.round(cover + CAPTION + GAP) };
}

function CardToCome() {
  return (
    <>
      <span className="sr-only">{t('ui.loading')}</span>
      <span aria-hidden className="block aspect-square w-full rounded-lg bg-surface-2" />
    </>
  );
}

const chunk = <T,>(items: Rows<T>, size: number): Rows<T>[] =>
  size === 0 ? [] : Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/** Placeholder cards. */
export function CoverGridSkeleton({ cards = 12, round = false }: { cards?: number; round?: boolean }) {
  return (
    <div
      role="status"
      aria-label={t('ui.loading')}
      className="grid"
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${LEAST_WIDTH}px, 1fr))`, columnGap: GAP }}
    >
      {Array.from({ length: cards }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <div key={i} style={{ paddingBottom: GAP }}>
          <div className="relative aspect-square w-full">
            <Skeleton className={round ? 'absolute inset-0 rounded-full' : 'absolute inset-0 rounded-lg'} />
          </div>
          <div style={{ height: CAPTION }} className="grid content-start gap-2 pt-3">
            <Skeleton className="h-3.5 w-3/4" />
            <Skeleton className="h-3 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
