import { useState } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/podcasts';
import { Dialog } from '@/ui/dialog';
import { Tabs } from '@/ui/tabs';
import { PodcastFeedForm } from './podcast-feed-form';
import { PodcastForm } from './podcast-form';
import { PodcastOpmlForm } from './podcast-opml-form';

type Way = 'feed' | 'own' | 'opml';

/** The ways to add podcasts: subscribe to a feed, publish one, or import from another app. */
export function PodcastDialog({ onClose, way: first = 'feed' }: { onClose: () => void; way?: Way }) {
  const [way, setWay] = useState<Way>(first);
  const mayPublish = useSession().user?.role !== 'listener';
  const tabs = (['feed', 'own', 'opml'] as const).map((value) => ({ value, label: t(`podcast.way.${value}`) }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('podcast.add')} description={t('podcast.addText')} wide>
      <Tabs label={t('podcast.way')} value={way} onChange={setWay} tabs={tabs}>
        <div className="pt-5">
          {way === 'feed' && <PodcastFeedForm onDone={onClose} />}
          {way === 'own' && (mayPublish ? <PodcastForm onDone={onClose} /> : <p>{t('podcast.mayNot')}</p>)}
          {way === 'opml' && <PodcastOpmlForm />}
        </div>
      </Tabs>
    </Dialog>
  );
}
