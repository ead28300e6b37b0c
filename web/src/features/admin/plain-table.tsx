import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** A table of the operator's. Where there is no room for it, each row is a card with the columns' names in it. */
export function Table({ label, columns, children }: { label: string; columns: readonly string[]; children: ReactNode }) {
  return (
    <div className="mt-5 rounded-lg border border-line bg-surface">
      <table aria-label={label} className="w-full text-left text-sm @max-4xl:block">
        <thead className="border-line border-b text-fg-muted @max-4xl:hidden">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="whitespace-nowrap px-3 py-3 font-semibold first:pl-4">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line @max-4xl:block">{children}</tbody>
      </table>
    </div>
  );
}

type RowProps = {
  columns: readonly string[];
  name: ReactNode;
  below?: string;
  /** What the columns after the name hold. */
  cells: readonly ReactNode[];
  /** What the last column holds, if it is for actions. */
  actions?: ReactNode;
};

export function Row({ columns, name, below, cells, actions }: RowProps) {
  return (
    <tr className="relative @max-4xl:grid @max-4xl:grid-cols-3 @max-4xl:gap-3 @max-4xl:p-4 @max-4xl:@lg:grid-cols-5">
      <th scope="row" className={cn('col-span-full text-base @4xl:min-w-40 @4xl:py-3 @4xl:pl-4', actions && '@max-4xl:pr-36')}>
        <span className="font-semibold">{name}</span>
        {below && <span className="block font-normal text-fg-muted text-sm">{below}</span>}
      </th>
      {cells.map((cell, i) => (
        <td key={columns[i + 1]} className={td}>
          <span className="block text-fg-muted text-xs @4xl:hidden">{columns[i + 1]}</span>
          {cell}
        </td>
      ))}
      {actions && (
        <td className={cn(td, '@max-4xl:absolute @max-4xl:top-2 @max-4xl:right-2')}>
          <span className="flex items-center gap-1">{actions}</span>
        </td>
      )}
    </tr>
  );
}

const td = 'tnum @4xl:whitespace-nowrap @4xl:px-3 @4xl:py-3';
