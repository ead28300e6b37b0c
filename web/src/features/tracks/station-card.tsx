import type { Station } from '@/api/types';
import { t } from '@/i18n/search';
import { cn } from '@/lib/cn';
import { usePlayer } from '@/player/use-player';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';
import { isOwnSound } from './own-sound';
import { PlayBadge } from './play-button';

/** A radio station: its logo, whether it is on the air, and where it can be heard here, the button that plays it. */
export function StationCard({ station }: { station: Station }) {
  const { state, toggle } = usePlayStation(station);
  const playable = isOwnSound(station.streamUrl);
  return (
    <article data-slot="station-card" className="group/card relative min-w-0">
      <div className="relative">
        <div className="overflow-hidden rounded-full">
          <Cover round url={station.logoUrl} seed={station.name} sizes="(width < 40rem) 45vw, 200px" />
        </div>
        {playable && (
          <button
            type="button"
            data-result
            aria-label={t(state === 'playing' ? 'station.pause' : 'station.play', { name: station.name })}
            onClick={toggle}
            className="group/play absolute inset-0 rounded-full"
          >
            <PlayBadge state={state} />
          </button>
        )}
        <Badge tone={station.isLive ? 'live' : 'neutral'} className="pointer-events-none absolute top-0 left-0">
          {station.isLive && <span aria-hidden className="size-1.5 rounded-full bg-current motion-safe:animate-pulse" />}
          {t(station.isLive ? 'station.live' : 'station.offline')}
        </Badge>
      </div>
      <h3
        tabIndex={playable ? undefined : -1}
        data-result={playable ? undefined : ''}
        className={cn('mt-2 truncate text-center font-semibold leading-6', state !== 'stopped' && 'text-accent-text')}
      >
        {station.name}
      </h3>
      <p className="truncate text-center text-fg-muted text-sm">{[station.genre, station.country].filter(Boolean).join(' · ')}</p>
    </article>
  );
}

function usePlayStation(station: Station) {
  const player = usePlayer();
  const loaded = player.isCurrent(station.id);
  const state = !loaded ? ('stopped' as const) : player.isPlaying ? ('playing' as const) : ('paused' as const);
  const play = () => player.play([stationItem(station)], 0, { kind: 'station', title: station.name });
  return { state, toggle: () => (loaded ? player.toggle() : play()) };
}

/** A station as the player takes it. */
export const stationItem = ({ id, name, genre, streamUrl, logoUrl }: Station) => ({
  id,
  title: name,
  artist: genre,
  audioUrl: streamUrl,
  coverImageUrl: logoUrl,
  duration: 0,
});
