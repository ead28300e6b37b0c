import { type ReactNode, useId } from 'react';

/** A box of settings with a heading. */
export function Group({ id, title, lead, children }: { id?: string; title: string; lead?: ReactNode; children: ReactNode }) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="mt-8 scroll-mt-6 first:mt-2">
      <h2 id={heading} className="display text-lg">
        {title}
      </h2>
      {lead && <p className="mt-0.5 max-w-[65ch] text-fg-muted text-sm">{lead}</p>}
      <div className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">{children}</div>
    </section>
  );
}

/** One setting: description on the left, control on the right, or below it on small screens. */
export function Row({ label, hint, children }: { label: ReactNode; hint?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 py-4">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <div className="flex flex-wrap items-center gap-2 font-semibold">{label}</div>
        {hint && <div className="max-w-[60ch] text-fg-muted text-sm">{hint}</div>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}

/** A row that says the list is empty. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className="py-4 text-fg-muted">{children}</p>;
