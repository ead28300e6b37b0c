import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** Figures above a table, in rows of four or three. */
export const Figures = ({ inThrees = false, children }: { inThrees?: boolean; children: ReactNode }) => (
  <dl className={cn('mb-6 grid grid-cols-2 gap-3', inThrees ? '@xl:grid-cols-3' : '@xl:grid-cols-4')}>{children}</dl>
);

export function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-lg border border-line bg-surface p-4">
      <dt className="text-fg-muted text-sm">
        {label}
        {note && <span className="block">{note}</span>}
      </dt>
      <dd className="display tnum text-xl">{value}</dd>
    </div>
  );
}
