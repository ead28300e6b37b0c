import { Heart } from 'lucide-react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { IconButton } from '@/ui/icon-button';
import { useToggleLike } from './likes';

type LikeButtonProps = {
  track: Track;
  onToggle: (track: Track) => void;
  variant?: 'ghost' | 'overlay';
  tabIndex?: number;
  className?: string;
};

/** The heart of a row; the list implements the like. */
export function Like({ track, onToggle, variant, tabIndex, className }: LikeButtonProps) {
  return (
    <IconButton
      icon={Heart}
      variant={variant}
      label={t(track.liked ? 'track.unlikeNamed' : 'track.likeNamed', { title: track.title })}
      aria-pressed={track.liked}
      tooltip={false}
      tabIndex={tabIndex}
      className={className}
      iconClassName={cn('transition', track.liked && 'scale-110 fill-current')}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(track);
      }}
    />
  );
}

/** A heart outside a list. */
export function LikeButton({ track, variant, className }: Pick<LikeButtonProps, 'track' | 'variant' | 'className'>) {
  const toggle = useToggleLike();
  return <Like track={track} onToggle={toggle} variant={variant} className={className} />;
}
