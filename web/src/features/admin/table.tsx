import type { ReactNode } from 'react';

/** A table of the operator's, which scrolls sideways on small screens. */
export function Table({ label, columns, children }: { label: string; columns: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
    <section aria-label={label} tabIndex={0} className="mt-5 overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full text-left text-sm">
        <thead className="border-line border-b text-fg-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="whitespace-nowrap px-4 py-3 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

/** A cell; the first one of a row names it. */
export const Cell = ({ children }: { children: ReactNode }) => <td className="tnum whitespace-nowrap px-4 py-3">{children}</td>;

export function NameCell({ name, below }: { name: ReactNode; below?: string }) {
  return (
    <th scope="row" className="min-w-44 px-4 py-3 text-base">
      <span className="font-semibold">{name}</span>
      {below && <span className="block font-normal text-fg-muted text-sm">{below}</span>}
    </th>
  );
}

/** Figures above a table. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className="mb-6 grid grid-cols-2 gap-3 @xl:grid-cols-4">{children}</dl>
);

export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-lg border border-line bg-surface p-4">
      <dt className="text-fg-muted text-sm">{label}</dt>
      <dd className="display tnum text-xl">{value}</dd>
    </div>
  );
}
