import { Share2 } from 'lucide-react';
import { t } from '@/i18n/now-playing';
import { addressOf, handOver, openShare } from '@/lib/share';
import type { QueueItem } from '@/player/engine/queue/item';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast/toast-store';

/** Passes the song's address to the system's share sheet or the clipboard; the toast offers a link for people without an account. */
export function ShareButton({ item, size = 'md' }: { item: QueueItem; size?: 'md' | 'lg' }) {
  const { id, title } = item.track;
  const shareable = { kind: item.details.live ? 'station' : 'track', id, title } as const;
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
