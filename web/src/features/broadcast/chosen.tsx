import type { ReactNode } from 'react';

/** A choice with its name above it, as fields have theirs. */
export const Chosen = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <div className="grid content-start gap-1.5">
    <span aria-hidden className="font-semibold text-sm">
      {label}
    </span>
    {children}
    {hint && <p className="text-fg-muted text-sm">{hint}</p>}
  </div>
);
