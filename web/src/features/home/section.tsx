import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';

/** A titled section of the home page, with a link to more. */
export function Section({
  title,
  more,
  children,
}: {
  title: string;
  more?: { label: string; to: '/radios' | '/mixes' | '/whats-new' };
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-11">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={id} className="display text-xl">
          {title}
        </h2>
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
