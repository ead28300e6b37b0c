import { InfinityIcon } from 'lucide-react';
import { t } from '@/i18n/now-playing';
import { time } from '@/lib/format';
import { coverSeedOf, type QueueItem } from '@/player/engine/queue/item';
import { Cover } from '@/ui/cover';

/** Cover, names and length as one button that plays the item. */
export function ItemButton({ item, onPlay }: { item: QueueItem; onPlay: () => void }) {
  const { track, details } = item;
  return (
    <button
      type="button"
      aria-label={t('player.queue.playItem', { title: track.title, artist: track.artist })}
      aria-description={details.endless ? t('player.queue.endless') : undefined}
      onClick={onPlay}
      className="flex w-full min-w-0 flex-1 items-center gap-3 rounded-sm text-left"
    >
      <Cover url={track.coverImageUrl} seed={coverSeedOf({ track, details })} sizes="40px" className="size-10 rounded-sm!" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{track.title}</span>
        <span className="flex items-center gap-1 text-fg-muted text-xs">
          {details.endless && (
            <span data-slot="endless" data-tooltip={t('player.queue.endless')} className="shrink-0 text-accent-text">
              <InfinityIcon size={14} aria-hidden />
            </span>
          )}
          <span className="truncate">{track.artist}</span>
        </span>
      </span>
      <span className="tnum text-fg-muted text-xs">{track.duration > 0 && time(track.duration)}</span>
    </button>
  );
}
