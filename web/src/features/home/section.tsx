import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';

/** A titled section of the home page, with a link to more. */
export function Section({
  title,
  note,
  more,
  children,
}: {
  title: string;
  /** What the title does not say. */
  note?: string;
  more?: { label: string; to: '/radios' | '/mixes' | '/whats-new' };
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-11">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={id} className="display text-xl">
            {title}
          </h2>
          {note && <p className="text-fg-muted text-sm">{note}</p>}
        </div>
        {more && (
          <Link to={more.to} className="shrink-0 rounded-sm font-semibold text-fg-muted text-sm hover:text-fg hover:underline">
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
