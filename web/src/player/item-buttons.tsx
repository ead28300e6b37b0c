import { Heart, Share2 } from 'lucide-react';
import { t } from '@/i18n/t';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast-store';
import type { PlayerItem } from './item';
import { share } from './share';
import { useCurrentLike } from './use-current-like';

/** The heart of the item that is loaded. */
export function CurrentLikeButton({ size = 'md', className }: { size?: 'md' | 'lg'; className?: string }) {
  const { liked, toggle } = useCurrentLike();
  return (
    <IconButton
      label={liked ? t('player.unlike') : t('player.like')}
      icon={Heart}
      size={size}
      aria-pressed={liked}
      iconClassName={liked ? 'fill-current' : undefined}
      className={className}
      onClick={toggle}
    />
  );
}

export function ShareButton({ item, size = 'md' }: { item: PlayerItem; size?: 'md' | 'lg' }) {
  const onClick = async () => {
    try {
      const how = await share(item);
      if (how === 'copied') toast({ title: t('player.shared'), description: t('player.sharedText', { title: item.title }) });
    } catch {
      toast({ tone: 'danger', title: t('player.shareFailed') });
    }
  };
  return <IconButton label={t('player.share')} icon={Share2} size={size} onClick={() => void onClick()} />;
}
