import type { ReactNode } from 'react';

/** The h1 of a page, its lead and its actions. */
export function PageHeader({ title, lead, actions }: { title: ReactNode; lead?: ReactNode; actions?: ReactNode }) {
  return (
    <header data-slot="page-header" className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="display text-2xl md:text-[2.125rem] md:leading-tight">{title}</h1>
        {lead && <p className="mt-1.5 max-w-[60ch] text-fg-muted">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
