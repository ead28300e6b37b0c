import { Share2 } from 'lucide-react';
import { t } from '@/i18n/now-playing';
import { addressOf, handOver, openShare, type Shareable } from '@/lib/share';
import type { QueueItem } from '@/player/engine/queue/item';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast/toast-store';

/** Whether others can open an item: nobody links to episodes, and an automix or a generation is its owner's alone. */
export const isShareable = ({ details }: QueueItem) => !details.podcastId && (!details.mix || details.mix === 'published');

const kindOf = ({ details }: QueueItem): Shareable['kind'] => (details.live ? 'station' : details.mix ? 'mix' : 'track');

/** Passes the song's address to the system's share sheet or the clipboard; the toast offers a link for people without an account. */
export function ShareButton({ item, size = 'md' }: { item: QueueItem; size?: 'md' | 'lg' }) {
  const { id, title } = item.track;
  const shareable = { kind: kindOf(item), id, title };
  const share = async () => {
    try {
      if ((await handOver(title, addressOf(shareable))) !== 'copied') return;
      toast({
        title: t('player.shared'),
        description: t('player.sharedText', { title }),
        action: { label: t('player.shareMore'), onSelect: () => openShare(shareable) },
      });
    } catch {
      toast({ tone: 'danger', title: t('player.shareFailed') });
    }
  };
  return <IconButton label={t('player.share')} icon={Share2} size={size} onClick={() => void share()} />;
}
