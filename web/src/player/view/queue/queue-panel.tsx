import { Suspense } from 'react';
import { t } from '@/i18n/t';
import { lazily } from '@/lib/until-loaded';
import { useCurrent } from '@/player/view/use-player';

const PanelBody = lazily(() => import('./queue-panel-body').then((m) => m.QueuePanelBody));

/** The column next to the page: the current item and the upcoming ones. Hidden until something is loaded. */
export function QueuePanel() {
  const current = useCurrent();
  if (!current) return null;
  return (
    <section aria-label={t('player.queue')} data-slot="queue-panel" className="p-3.5">
      <Suspense>
        <PanelBody item={current} />
      </Suspense>
    </section>
  );
}
