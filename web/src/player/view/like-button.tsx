import { Heart } from 'lucide-react';
import { t } from '@/i18n/t';
import { IconButton } from '@/ui/icon-button';
import { useCurrentLike } from './use-current-like';

/** The heart of the loaded item; for a station, of what it plays. */
export function CurrentLikeButton({ size = 'md', className }: { size?: 'md' | 'lg'; className?: string }) {
  const { liked, toggle, likable } = useCurrentLike();
  if (!likable) return null;
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
