import type { Podcast } from '@/api/types';
import { t } from '@/i18n/podcasts';
import { PodcastForm } from '@/things/podcast/podcast-form';
import { Dialog } from '@/ui/dialog';

/** What a show of one's own says of itself. */
export function EditDialog({ podcast, onClose }: { podcast: Podcast; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('podcast.edit')} wide>
      <PodcastForm podcast={podcast} onDone={onClose} />
    </Dialog>
  );
}
