import type { Podcast } from '@/api/types';
import { t } from '@/i18n/podcasts';
import { PodcastForm } from '@/things/podcast/podcast-form';
import { Dialog } from '@/ui/dialog';

/** Edits the details of the person's own podcast. */
export function EditDialog({ podcast, onClose }: { podcast: Podcast; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('podcast.edit')} wide>
      <PodcastForm podcast={podcast} onDone={onClose} />
    </Dialog>
  );
}
