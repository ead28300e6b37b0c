import type { ReactNode } from 'react';
import { t } from '@/i18n/t';
import { Skeleton } from '@/ui/skeleton';

/** The fixed height of a strip in pixels: nothing below moves when its cards load. */
export const STRIP_HEIGHT = 264;

/** A row of cards that scrolls sideways. */
export function Strip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="-mx-1 flex gap-4 overflow-x-auto overflow-y-hidden p-1 [scrollbar-width:thin]"
      style={{ height: STRIP_HEIGHT }}
    >
      {children}
    </ul>
  );
}

export const StripItem = ({ children }: { children: ReactNode }) => <li className="w-44 shrink-0">{children}</li>;

export function StripSkeleton() {
  return (
    <div role="status" aria-label={t('ui.loading')} className="flex gap-4 overflow-hidden" style={{ height: STRIP_HEIGHT }}>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <div key={n} className="w-44 shrink-0">
          <Skeleton className="aspect-square w-full rounded-lg" />
          <Skeleton className="mt-3 h-4 w-3/4" />
          <Skeleton className="mt-2 h-3.5 w-1/2" />
        </div>
      ))}
    </div>
  );
}
