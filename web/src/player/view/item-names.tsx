import { Link } from '@tanstack/react-router';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import type { QueueItem } from '@/player/engine/queue/item';
import { Badge } from '@/ui/badge';
import { usePlayerState } from './use-player';

type ItemNamesProps = { item: QueueItem; size?: 'sm' | 'lg'; onLeave?: () => void; className?: string };

/**
 * Title and artist, linked to the album and the artist, with the error below during a reconnect. For a station, its name and what
 * it plays. Music by AI says so.
 */
export function ItemNames({ item, size = 'sm', onLeave, className }: ItemNamesProps) {
  const reconnecting = usePlayerState(({ state }) => state === 'reconnecting');
  const onAir = usePlayerState((player) => player.onAir);
  const { track, details } = item;
  const plays = [onAir?.artist, onAir?.title].filter(Boolean).join(' – ');
  return (
    <div data-slot="item-names" className={cn('min-w-0', className)}>
      <Name
        to={pageOf(item)}
        onLeave={onLeave}
        className={size === 'lg' ? 'display text-xl leading-8! lg:text-2xl' : 'font-semibold text-sm'}
      >
        {track.title}
      </Name>
      {reconnecting ? (
        <p role="status" className="truncate text-sm text-warning">
          {onAir?.problem || t('player.reconnecting')}
        </p>
      ) : (
        <div className="flex min-w-0 items-center gap-1.5">
          {details.isAiGenerated && !onAir && <Badge tone="ai">{t('track.ai')}</Badge>}
          <Name
            to={details.podcastId ? `/podcasts/${details.podcastId}` : details.artistId && `/artists/${details.artistId}`}
            onLeave={onLeave}
            className={cn('text-fg-muted', size === 'lg' ? 'text-base' : 'text-sm')}
          >
            {plays || track.artist}
          </Name>
        </div>
      )}
    </div>
  );
}

/** The page about it; null if there is none. */
function pageOf({ track, details }: QueueItem): string | null {
  if (details.live) return `/radios/${track.id}`;
  if (details.mix === 'generation') return '/ai-music';
  if (details.mix) return details.mix === 'automix' ? `/automixes/${track.id}` : `/mixes/${track.id}`;
  if (details.podcastId) return `/podcasts/${details.podcastId}/episodes/${track.id}`;
  return details.albumId && `/albums/${details.albumId}`;
}

function Name({ to, onLeave, className, children }: { to: string | null; onLeave?: () => void; className: string; children: string }) {
  const look = cn('block truncate leading-6', className); // high enough for a finger
  if (!to) return <span className={look}>{children}</span>;
  return (
    <Link to={to} onClick={onLeave} className={cn(look, 'hover:underline')}>
      {children}
    </Link>
  );
}
