import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { cn } from '@/lib/cn';

export type Bar = {
  /** Unique: the date or number of the bar. */
  key: string;
  /** Shown under the bar if there is space. */
  tick: string;
  /** The full label of the bar. */
  label: string;
  value: number;
};

type BarChartProps = {
  /** What the chart shows; its accessible name. */
  title: string;
  bars: readonly Bar[];
  /** Formats a value. */
  format: (value: number) => string;
  /** The column headers of the table. */
  columns: { label: string; value: string };
  /** The labels of the switch between chart and table. */
  words: { asTable: string; asChart: string };
  /** The maximum number of tick labels under the bars. */
  ticks?: number;
};

/**
 * A bar chart of one series. It can be read with the arrow keys, touch or a pointer, and shown as a table. The bars are one
 * list box: each announces its label and value.
 */
export function BarChart(props: BarChartProps) {
  const { title, words } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xl border border-line bg-surface p-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="display text-lg">
          {title}
        </h2>
        <button
          type="button"
          onClick={() => setAsTable(!asTable)}
          className="rounded-sm py-1 font-semibold text-fg-muted text-sm hover:text-fg hover:underline hit"
        >
          {asTable ? words.asChart : words.asTable}
        </button>
      </div>
      {asTable ? <BarTable {...props} /> : <Bars {...props} labelledBy={id} />}
    </section>
  );
}

const HEIGHT = 168;

function Bars({ bars, format, ticks = 8, labelledBy }: BarChartProps & { labelledBy: string }) {
  const most = Math.max(0, ...bars.map((bar) => bar.value)) || 1;
  const highest = bars.findIndex((bar) => bar.value === most);
  const [at, setAt] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const active = Math.min(at ?? Math.max(0, highest), bars.length - 1);
  const shown = bars[pointed ?? active];
  const every = Math.ceil(bars.length / ticks);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: active + 1, ArrowLeft: active - 1, Home: 0, End: bars.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(bars.length - 1, to));
    setAt(next);
    box.current?.querySelectorAll<HTMLElement>('[role=option]')[next]?.focus();
  };

  return (
    <div>
      <p aria-hidden className="tnum mb-2 flex min-h-6 flex-wrap gap-x-2 text-sm">
        {shown && (
          <>
            <span className="text-fg-muted">{shown.label}</span>
            <span className="font-semibold">{format(shown.value)}</span>
          </>
        )}
      </p>
      <div
        ref={box}
        role="listbox"
        aria-labelledby={labelledBy}
        aria-orientation="horizontal"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPointed(null)}
        className="flex items-end border-line border-b"
        style={{ height: HEIGHT }}
      >
        {bars.map((bar, i) => (
          <div
            key={bar.key}
            role="option"
            aria-selected={i === active}
            aria-label={`${bar.label}: ${format(bar.value)}`}
            tabIndex={i === active ? 0 : -1}
            onFocus={() => setAt(i)}
            onPointerEnter={() => setPointed(i)}
            onPointerDown={() => setAt(i)}
            className="group flex h-full min-w-0 flex-1 items-end justify-center rounded-sm px-px sm:px-0.5 -outline-offset-2"
          >
            <svg aria-hidden="true" width="100%" height="100%" preserveAspectRatio="none" className="block max-w-9 overflow-visible">
              <rect
                width="100%"
                rx={3}
                y={`${100 - share(bar.value, most)}%`}
                height={`${share(bar.value, most)}%`}
                className={cn(
                  'transition motion-reduce:transition-none',
                  i === (pointed ?? active) ? 'fill-accent' : 'fill-(--accent-dim)',
                )}
              />
            </svg>
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1.5 flex text-2xs text-fg-muted">
        {bars.map((bar, i) => (
          <span key={bar.key} className="tnum min-w-0 flex-1 overflow-visible whitespace-nowrap text-center">
            {i % every === 0 ? bar.tick : ''}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A value above zero always gets a visible bar. */
const share = (value: number, most: number) => (value <= 0 ? 0 : Math.max(1.5, (value / most) * 100));

function BarTable({ title, bars, format, columns }: BarChartProps) {
  return (
    <div className="max-h-72 overflow-y-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-left text-fg-muted">
            <th scope="col" className="py-1 font-semibold">
              {columns.label}
            </th>
            <th scope="col" className="py-1 text-right font-semibold">
              {columns.value}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key} className="border-line border-t">
              <th scope="row" className="py-1.5 text-left font-normal">
                {bar.label}
              </th>
              <td className="tnum py-1.5 text-right">{format(bar.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
