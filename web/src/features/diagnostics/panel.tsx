import type { ReactNode } from 'react';

export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-xl border border-line bg-surface p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h3 className="display text-lg">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
