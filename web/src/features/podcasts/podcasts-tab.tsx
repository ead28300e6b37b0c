import { MicVocal } from 'lucide-react';
import { t } from '@/i18n/radio';
import { EmptyState } from '@/ui/empty-state';

/** Podcasts, beside the stations. */
export function PodcastsTab() {
  return (
    <>
      <h2 className="display mb-4 text-xl">{t('radio.heading.podcasts')}</h2>
      <EmptyState level={3} icon={MicVocal} title={t('radio.none')} />
    </>
  );
}
