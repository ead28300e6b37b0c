import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OnePage } from '@/api/query-client';
import { t } from '@/i18n/admin/table';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Beyond } from './beyond';
import { BulkBar } from './bulk-bar';
import type { Asked, BulkAction, Column, Filter } from './columns';
import { Grid } from './grid';
import { Pager } from './pager';
import { RowSheet } from './row-sheet';
import { Toolbar } from './toolbar';
import { useColumns } from './use-columns';
import { useSelection } from './use-selection';
import { PAGE_SIZE, type TableState, useTableState } from './use-table-state';

export type DataTableProps<T extends { id: string }> = {
  /** Names the table in this browser and its CSV file. */
  name: string;
  /** The table's accessible name. */
  label: string;
  /** The label of its search field. */
  search: string;
  /** The query of one page. */
  page: (asked: Asked) => OnePage<T>;
  /** The first one names the row. */
  columns: readonly Column<T>[];
  /** The order if the address names none. */
  sort: string;
  filters?: readonly Filter[];
  nameOf: (item: T) => string;
  /** What is under the name, such as a problem. */
  below?: (item: T) => ReactNode;
  /** Buttons at the end of a row. */
  rowActions?: (item: T) => ReactNode;
  /** Whether the buttons need a line of their own where the rows are cards. */
  hasLongActions?: boolean;
  bulk?: readonly BulkAction[];
  /** Whether an item can be selected; all of them if omitted. */
  selectable?: (item: T) => boolean;
  /** What is shown when there is nothing at all. */
  empty: ReactNode;
} & (
  | {
      /** What the side sheet of a row holds. */
      details: (item: T, close: () => void) => ReactNode;
    }
  | {
      /** Shows each item as a card: an item of a list. The columns are for the order and the file. */
      card: (item: T) => ReactNode;
    }
);

/**
 * A table of the operator's: the server searches, filters, sorts and divides it into pages, the address bar holds what is shown, and the
 * browser remembers the columns.
 */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { name, page, columns, filters = [], empty, bulk = [], nameOf, label } = props;
  const sorts = columns.flatMap(({ id, sorts }) => (sorts ? [id] : []));
  const state = useTableState({ sorts, filters, sort: props.sort });
  const { asked } = state;
  const query = useQuery({
    ...page({ ...asked, at: (state.page - 1) * PAGE_SIZE, limit: PAGE_SIZE }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const choice = useColumns(name, columns);
  const selection = useSelection(JSON.stringify([asked.q, state.chosen]));
  const { openId, open: setOpenId, close } = useOpenRow(state);
  const open = query.data?.items.find(({ id }) => id === openId);
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton className="h-60 w-full rounded-lg" />}
      isEmpty={({ total }) => total === 0 && !state.isNarrowed}
      empty={empty}
    >
      {({ items, total }) => (
        <>
          <Toolbar {...props} filters={filters} state={state} choice={choice} hasCards={'card' in props} />
          <p role="status" className="mt-4 text-fg-muted text-sm">
            {t(state.isNarrowed ? 'table.found' : 'table.total', { n: total })}
          </p>
          {items.length === 0 ? (
            <Nothing state={state} total={total} />
          ) : 'card' in props ? (
            <ul aria-label={label} className="mt-3 grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
              {items.map(props.card)}
            </ul>
          ) : (
            <Grid {...props} items={items} columns={choice.shown} state={state} selection={selection} onOpen={setOpenId} />
          )}
          <Pager
            page={state.page}
            pages={Math.ceil(total / PAGE_SIZE)}
            onGo={(to) => state.set({ page: to > 1 ? String(to) : undefined })}
          />
          <BulkBar
            actions={bulk}
            selection={selection}
            total={total}
            all={(n) => page({ ...asked, at: 0, limit: n })}
            nameOf={nameOf}
            selectable={props.selectable}
          />
          {'details' in props && (
            <RowSheet title={open && nameOf(open)} onClose={close}>
              {open && props.details(open, close)}
            </RowSheet>
          )}
        </>
      )}
    </QueryView>
  );
}

/** The row whose side sheet is open: people open one, and so does an address that names one. */
function useOpenRow(state: TableState) {
  const [openId, open] = useState(state.open);
  const [named, setNamed] = useState(state.open);
  if (named !== state.open) {
    setNamed(state.open);
    if (state.open) open(state.open);
  }
  const close = () => {
    open('');
    if (state.open) state.leave();
  };
  return { openId, open, close };
}

/** Nothing matches, or the page is behind the end of the list. */
function Nothing({ state, total }: { state: TableState; total: number }) {
  return (
    <div className="mt-3">
      {total > 0 ? (
        <Beyond total={total} onFirst={() => state.set({})} />
      ) : (
        <EmptyState
          icon={SearchX}
          title={t('table.nothing')}
          text={t('table.nothingText')}
          action={
            <Button variant="secondary" onClick={state.clear}>
              {t('table.clear')}
            </Button>
          }
        />
      )}
    </div>
  );
}
