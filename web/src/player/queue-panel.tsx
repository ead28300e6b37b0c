import { lazy, Suspense } from 'react';
import { t } from '@/i18n/t';
import { Cover } from '@/ui/cover';
import { ItemNames } from './item-names';
import { useCurrent } from './use-player';

const QueueList = lazy(() => import('./queue-list').then((module) => ({ default: module.QueueList })));

/** The column beside the page: what plays, large, and what comes next. Absent until something is loaded. */
export function QueuePanel() {
  const current = useCurrent();
  if (!current) return null;
  const { track, details } = current;
  return (
    <section aria-label={t('player.queue')} data-slot="queue-panel" className="space-y-6 p-3.5">
      <h2 className="sr-only">{t('player.queue')}</h2>
      <div>
        <Cover url={track.coverImageUrl} seed={details.album || track.title} sizes="312px" alt={details.album} eager />
        <ItemNames item={current} size="lg" className="mt-4" />
      </div>
      <Suspense>
        <QueueList />
      </Suspense>
    </section>
  );
}
