import { type ReactNode, useId } from 'react';

/** A titled section of a station's page. */
export function Panel({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id={id} className="display text-xl">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}
