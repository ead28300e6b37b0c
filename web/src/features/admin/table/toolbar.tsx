import { useQueryClient } from '@tanstack/react-query';
import { Columns3, Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/error';
import type { OnePage } from '@/api/query-client';
import { t } from '@/i18n/admin/table';
import { PRODUCT } from '@/i18n/product';
import { cn } from '@/lib/cn';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast/toast-store';
import type { Asked, Column, Filter } from './columns';
import { csvOf } from './csv';
import type { useColumns } from './use-columns';
import type { TableState } from './use-table-state';

/** How long after the last key the server is asked, in ms. */
const PAUSE = 250;
/** How many items the server is asked for at once for a file. */
const CSV_PAGE = 1000;

type ToolbarProps<T> = {
  name: string;
  search: string;
  page: (asked: Asked) => OnePage<T>;
  columns: readonly Column<T>[];
  filters: readonly Filter[];
  state: TableState;
  choice: ReturnType<typeof useColumns<T>>;
  /** Whether the items are cards, which have neither heads nor columns. */
  hasCards: boolean;
};

/** The search, the filters, the order where there are no column heads, the columns and the file. */
export function Toolbar<T>({ name, search, page, columns, filters, state, choice, hasCards }: ToolbarProps<T>) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchField label={search} state={state} />
      {filters.map(({ id, label, options }) => (
        <div key={id} className="min-w-36 max-sm:flex-1">
          <Choice
            label={label}
            value={state.chosen[id] ?? ''}
            onChange={(value) => state.set({ [id]: value || undefined })}
            options={[{ value: '', label: t('table.all') }, ...options]}
          />
        </div>
      ))}
      <div className={cn('min-w-44', hasCards ? 'max-sm:flex-1' : 'flex-1 @4xl:hidden')}>
        <OrderChoice columns={columns} state={state} />
      </div>
      <div className="ml-auto flex flex-wrap gap-2">
        {!hasCards && <ColumnDialog columns={columns} choice={choice} />}
        <CSVButton name={name} page={page} columns={hasCards ? columns : choice.shown} state={state} />
      </div>
    </div>
  );
}

function SearchField({ label, state }: { label: string; state: TableState }) {
  const [words, setWords] = useState(state.q);
  const sent = useRef(state.q);
  const set = useRef(state.set);
  set.current = state.set;
  const seen = useRef(state.q);
  // The address changed otherwise, such as by the browser's back button. It still has the old words while the new ones are on their way.
  if (state.q !== seen.current) {
    seen.current = state.q;
    if (state.q !== sent.current) {
      sent.current = state.q;
      setWords(state.q);
    }
  }
  useEffect(() => {
    if (words === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = words;
      set.current({ q: words || undefined }, true);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div className="min-w-[min(100%,16rem)] max-w-sm flex-1">
      <Field label={label} type="search" value={words} maxLength={500} onChange={({ target }) => setWords(target.value)} />
    </div>
  );
}

/** The order, for cards, which have no column heads to click. */
function OrderChoice<T>({ columns, state }: { columns: readonly Column<T>[]; state: TableState }) {
  const options = columns.flatMap(({ id, label, sorts }) =>
    sorts
      ? [
          { value: id, label: `${label} ↑` },
          { value: `-${id}`, label: `${label} ↓` },
        ]
      : [],
  );
  return <Choice label={t('table.sort')} value={state.sort} onChange={(sort) => state.set({ sort })} options={options} />;
}

function ColumnDialog<T>({ columns, choice }: { columns: readonly Column<T>[]; choice: ToolbarProps<T>['choice'] }) {
  return (
    <Dialog
      title={t('table.columns')}
      description={t('table.columnsText')}
      trigger={
        <Button variant="secondary">
          <Columns3 size={16} aria-hidden />
          {t('table.columns')}
        </Button>
      }
    >
      <div className="grid gap-1">
        {columns.slice(1).map((column) => (
          <Switch key={column.id} label={column.label} checked={choice.shown.includes(column)} onChange={() => choice.toggle(column.id)} />
        ))}
      </div>
      <Button variant="ghost" className="justify-self-end" disabled={!choice.isChosen} onClick={choice.reset}>
        {t('table.columnsReset')}
      </Button>
    </Dialog>
  );
}

/** Downloads all pages of what the table shows, with its columns, in its order. */
function CSVButton<T>({ name, page, columns, state }: Pick<ToolbarProps<T>, 'name' | 'page' | 'columns' | 'state'>) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const items: T[] = [];
      for (let total = 1; items.length < total; ) {
        const part = await client.fetchQuery({ ...page({ ...state.asked, at: items.length, limit: CSV_PAGE }), staleTime: 0, gcTime: 0 });
        items.push(...part.items);
        total = part.items.length > 0 ? part.total : items.length; // something was deleted meanwhile
      }
      saveFile(`${PRODUCT.slug}-${name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(columns, items), 'text/csv;charset=utf-8');
    } catch (error) {
      toast({ tone: 'danger', title: t('table.csvFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
    setBusy(false);
  };
  return (
    <Button variant="secondary" pending={isBusy} onClick={() => void download()}>
      {!isBusy && <Download size={16} aria-hidden />}
      {t('table.csv')}
    </Button>
  );
}
