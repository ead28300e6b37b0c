import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '@/i18n/t';
import { Skeleton } from '@/ui/skeleton';
import { VirtualList } from '@/ui/virtual-list';
import { GridCell, GridRow } from './grid';

/** Pixels. Two columns on a phone of 390, up to eight on a wide desktop. */
const LEAST_WIDTH = 148;
const GAP = 18;
const CAPTION = 56;

type CoverGridProps<T> = {
  /** The accessible name. */
  label: string;
  items: readonly T[];
  /** All of them, loaded or not. */
  total?: number;
  keyOf: (item: T) => string;
  /** The card; its links and buttons get the tab index. */
  render: (item: T, tabIndex: 0 | -1) => ReactNode;
  onEnd?: () => void;
};

/** Cards with square covers, as many as there are; only the visible rows are in the page. Arrow keys move from card to card. */
export function CoverGrid<T>({ label, items, total = items.length, keyOf, render, onEnd }: CoverGridProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef(false);
  const [active, setActive] = useState(0);
  const { columns, rowHeight } = useColumns(box);
  const rows = useMemo(() => chunk(items, columns), [items, columns]);

  // Runs after each render until the card that was moved to is there.
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
          // Rows of another height are measured anew.
          key={rowHeight}
          grid
          label={label}
          items={rows}
          total={Math.ceil(total / columns)}
          rowHeight={rowHeight}
          keyOf={(row) => keyOf(row[0] as T)}
          keep={Math.floor(active / columns)}
          onEnd={onEnd}
          render={(row, y) => (
            <GridRow
              aria-rowindex={y + 1}
              className="grid"
              style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: GAP }}
            >
              {row.map((item, x) => {
                const index = y * columns + x;
                return (
                  <GridCell key={keyOf(item)} aria-colindex={x + 1} data-cell={index} className="min-w-0">
                    {render(item, index === active ? 0 : -1)}
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

const chunk = <T,>(items: readonly T[], size: number): T[][] =>
  size === 0 ? [] : Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/** Cards on their way. */
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
