import { t } from '@/i18n/t';
import { Skeleton } from './skeleton';

/** Placeholder rows of a list that is loading. */
export function RowsSkeleton({ rowHeight, rows = 10 }: { rowHeight: number; rows?: number }) {
  return (
    <div role="status" aria-label={t('ui.loading')}>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <div key={i} style={{ height: rowHeight }} className="flex items-center gap-3 px-2">
          <Skeleton className="size-11 shrink-0 rounded-sm" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-48 max-w-full" />
            <Skeleton className="h-3 w-28" />
          </div>
        </div>
      ))}
    </div>
  );
}
