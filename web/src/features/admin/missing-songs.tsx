import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '@/i18n/admin';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { More } from './more';
import { missingQuery, usePurge } from './queries';

/** Songs without a file: kept until the operator purges them. */
export function MissingSongs() {
  const query = useInfiniteQuery(missingQuery);
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton className="h-24 w-full" />}
      isEmpty={({ pages }) => pages[0]?.total === 0}
      empty={<p className="text-fg-muted">{t('admin.missingNone')}</p>}
    >
      {({ pages }) => (
        <>
          <p className="max-w-[70ch] text-fg-muted">{t('admin.missingText')}</p>
          <ul className="mt-4 text-sm">
            {pages
              .flatMap((page) => page.items)
              .map((track) => (
                <li key={track.id} className="border-line border-t py-2">
                  {track.title} <span className="text-fg-muted">· {track.artist}</span>
                </li>
              ))}
          </ul>
          <More query={query} />
          <Purge total={pages[0]?.total ?? 0} />
        </>
      )}
    </QueryView>
  );
}

function Purge({ total }: { total: number }) {
  const purge = usePurge();
  return (
    <Dialog
      title={t('admin.purgeTitle', { n: total })}
      description={t('admin.purgeText')}
      trigger={
        <Button variant="danger" size="sm" className="mt-4" pending={purge.isPending}>
          {t('admin.purge')}
        </Button>
      }
    >
      <div className="flex justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">{t('admin.keep')}</Button>
        </DialogClose>
        <DialogClose asChild>
          <Button variant="danger" onClick={() => purge.mutate()}>
            {t('admin.purgeConfirm')}
          </Button>
        </DialogClose>
      </div>
    </Dialog>
  );
}
