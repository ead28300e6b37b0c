import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { t } from '@/i18n/admin/table';
import { cn } from '@/lib/cn';
import type { BulkAction, Column } from './columns';
import { useRowKeys } from './use-row-keys';
import type { Selection } from './use-selection';
import type { TableState } from './use-table-state';

type GridProps<T extends { id: string }> = {
  label: string;
  items: readonly T[];
  columns: readonly Column<T>[];
  state: TableState;
  selection: Selection;
  bulk?: readonly BulkAction[];
  nameOf: (item: T) => string;
  below?: (item: T) => ReactNode;
  rowActions?: (item: T) => ReactNode;
  hasLongActions?: boolean;
  selectable?: (item: T) => boolean;
  onOpen: (id: string) => void;
};

/** The rows of a table. Where there is no room for them, each is a card with the columns' names in it. */
export function Grid<T extends { id: string }>(props: GridProps<T>) {
  const { label, items, columns, state, selection, bulk = [], nameOf, selectable = () => true, rowActions, onOpen } = props;
  const byId = new Map(items.map((item) => [item.id, item]));
  const toggle = (id: string) => {
    const item = byId.get(id);
    if (item && bulk.length > 0 && selectable(item)) selection.toggle(id, nameOf(item));
  };
  const { rowProps, onKeyDown } = useRowKeys({ ids: items.map(({ id }) => id), onToggle: toggle, onOpen, onClear: selection.clear });
  const candidates = items.filter(selectable);
  return (
    <div className="mt-3 overflow-x-auto rounded-lg border border-line bg-surface">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose rows the keyboard moves between
        role="grid"
        aria-label={label}
        aria-multiselectable={bulk.length > 0 || undefined}
        className="w-full text-left text-sm @max-4xl:block"
        onKeyDown={onKeyDown}
      >
        <thead className="border-line border-b text-fg-muted @max-4xl:block @max-4xl:border-0">
          <tr className="@max-4xl:block">
            {bulk.length > 0 && (
              <th scope="col" className="w-10 py-2 pl-4 @max-4xl:block @max-4xl:pt-4">
                <PageCheckbox items={candidates} selection={selection} nameOf={nameOf} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} state={state} />
            ))}
            {rowActions && (
              <th scope="col" className={cn(th, 'text-right')}>
                {t('admin.table.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line @max-4xl:block">
          {items.map((item) => (
            <Row
              key={item.id}
              {...props}
              item={item}
              isSelected={selection.has(item.id)}
              onToggle={bulk.length > 0 && selectable(item) ? () => toggle(item.id) : undefined}
              hasChecks={bulk.length > 0}
              rowProps={rowProps(item.id)}
            />
          ))}
        </tbody>
      </table>
      <p className="border-line border-t px-4 py-2.5 text-fg-faint text-xs @max-4xl:hidden">{t('table.keys')}</p>
    </div>
  );
}

const th = 'whitespace-nowrap px-3 py-2 font-semibold first:pl-4 @max-4xl:hidden';
const check = 'size-5 shrink-0 cursor-pointer accent-(--accent)';

type PageCheckboxProps<T> = { items: readonly T[]; selection: Selection; nameOf: (item: T) => string };

/** Selects the whole page. */
function PageCheckbox<T extends { id: string }>({ items, selection, nameOf }: PageCheckboxProps<T>) {
  const selected = items.filter(({ id }) => selection.has(id)).length;
  const isAll = selected > 0 && selected === items.length;
  return (
    <label className="flex items-center gap-3 whitespace-nowrap @4xl:inline-flex">
      <input
        type="checkbox"
        className={check}
        disabled={items.length === 0}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && !isAll;
        }}
        onChange={() =>
          isAll ? selection.remove(items.map(({ id }) => id)) : selection.add(items.map((item) => ({ id: item.id, name: nameOf(item) })))
        }
      />
      <span className="@4xl:sr-only">{t('table.selectPage')}</span>
    </label>
  );
}

/** The head of a column; a button if the server sorts by it. */
function Head<T>({ column: { id, label, sorts }, state }: { column: Column<T>; state: TableState }) {
  const order = state.sort === id ? 'ascending' : state.sort === `-${id}` ? 'descending' : undefined;
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={sorts && (order ?? 'none')} className={th}>
      {sorts ? (
        <button
          type="button"
          onClick={() => state.sortBy(id, sorts)}
          className={cn(
            'group -mx-2 inline-flex min-h-8 items-center gap-1 rounded-md px-2 font-semibold hover:text-fg',
            order && 'text-fg',
          )}
        >
          {label}
          <Arrow size={14} aria-hidden className={cn(!order && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60')} />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

type RowProps<T extends { id: string }> = Pick<
  GridProps<T>,
  'columns' | 'nameOf' | 'below' | 'rowActions' | 'hasLongActions' | 'onOpen'
> & {
  item: T;
  isSelected: boolean;
  hasChecks: boolean;
  onToggle?: () => void;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>['rowProps']>;
};

const CONTROLS = 'a, button, input, select, label';

function Row<T extends { id: string }>({
  item,
  columns,
  isSelected,
  hasChecks,
  onToggle,
  rowProps,
  nameOf,
  below,
  rowActions,
  hasLongActions,
  onOpen,
}: RowProps<T>) {
  const [first, ...rest] = columns;
  const open = ({ target }: MouseEvent) => {
    const isControl = target instanceof Element && target.closest(CONTROLS);
    if (!isControl && !getSelection()?.toString()) onOpen(item.id);
  };
  return (
    <tr
      {...rowProps}
      aria-selected={hasChecks ? isSelected : undefined}
      onClick={open}
      className={cn(
        'relative cursor-pointer hover:bg-surface-2 @max-4xl:grid @max-4xl:grid-cols-3 @max-4xl:gap-3 @max-4xl:p-4 @max-4xl:@lg:grid-cols-5',
        isSelected && 'bg-surface-2',
      )}
    >
      {hasChecks && (
        <td className="w-10 @4xl:pl-4 @max-4xl:absolute @max-4xl:p-4">
          {onToggle && (
            <input
              type="checkbox"
              className={check}
              aria-label={t('table.select', { name: nameOf(item) })}
              checked={isSelected}
              onChange={onToggle}
            />
          )}
        </td>
      )}
      <th
        scope="row"
        className={cn(
          'col-span-full min-w-0 text-base @4xl:min-w-40 @4xl:px-3 @4xl:py-2.5',
          hasChecks ? '@max-4xl:pl-9' : '@4xl:pl-4',
          rowActions && !hasLongActions && '@max-4xl:pr-24',
        )}
      >
        <span className="break-words font-semibold">{first?.cell(item)}</span>
        {below && <span className="block font-normal text-fg-muted text-sm">{below(item)}</span>}
      </th>
      {rest.map(({ id, label, cell, isLong }) => (
        <td key={id} className={cn('tnum min-w-0 break-words @4xl:whitespace-nowrap @4xl:px-3 @4xl:py-2.5', isLong && 'col-span-full')}>
          <span className="block text-fg-muted text-xs @4xl:hidden">{label}</span>
          {cell(item)}
        </td>
      ))}
      {rowActions && (
        <td className={cn('@4xl:px-3 @4xl:py-2', hasLongActions ? 'col-span-full' : '@max-4xl:absolute @max-4xl:top-2 @max-4xl:right-2')}>
          <span className={cn('flex flex-wrap items-center gap-1 @4xl:flex-nowrap @4xl:justify-end', !hasLongActions && 'justify-end')}>
            {rowActions(item)}
          </span>
        </td>
      )}
    </tr>
  );
}
