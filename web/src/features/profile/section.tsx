import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';

/** A titled section of the profile, with a link to all of its kind. */
export function Section({
  title,
  more,
  children,
}: {
  title: string;
  more?: { label: string; to: '/liked' | '/recents' };
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={id} className="display text-xl">
          {title}
        </h2>
        {more && (
          <Link to={more.to} className="shrink-0 rounded-sm font-semibold text-fg-muted text-sm leading-6 hover:text-fg hover:underline">
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
