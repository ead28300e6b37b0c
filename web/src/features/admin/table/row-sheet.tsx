import type { ReactNode } from 'react';
import { CloseButton } from '@/ui/dialog';
import { Sheet } from '@/ui/sheet';

/** The side sheet with the details of a row. Escape closes it, and the row has the focus again. */
export function RowSheet({ title, onClose, children }: { title: string | undefined; onClose: () => void; children: ReactNode }) {
  return (
    <Sheet side="right" title={title ?? ''} open={title !== undefined} onOpenChange={(open) => open || onClose()} className="bg-surface">
      <div className="flex items-start gap-3 border-line border-b p-5">
        <p aria-hidden className="display min-w-0 flex-1 break-words pt-1 text-xl">
          {title}
        </p>
        <CloseButton />
      </div>
      <div className="grid content-start gap-5 p-5">{children}</div>
    </Sheet>
  );
}

/** Labelled facts in a side sheet. Those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const given = facts.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2.5 text-sm">
      {given.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-fg-muted">{label}</dt>
          <dd className="tnum break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
