import type { ReactNode } from 'react';

/** A shelf of a few cards. */
export function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-2 gap-x-4.5 gap-y-6 @lg:grid-cols-3 @2xl:grid-cols-4 @4xl:grid-cols-5 @5xl:grid-cols-6"
    >
      {children}
    </ul>
  );
}

/** A titled section of a page, with a link to more on its right. */
export function Shelf({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-10">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 className="display text-xl">{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}
