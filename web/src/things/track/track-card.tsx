import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/t';
import { seedOf } from '@/lib/art';
import { cn } from '@/lib/cn';
import { time } from '@/lib/format';
import { PlayingBars } from '@/player/view/playing-bars';
import { ArtistLink } from '@/things/page/names';
import { PlayBadge } from '@/things/play/play-button';
import type { PlayState } from '@/things/play/playback';
import { usePrepare } from '@/things/play/use-prepare';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';
import { LikeButton } from './like-button';
import { useTrackMenu } from './track-menu';

type TrackCardProps = {
  track: Track;
  /** From the list's `usePlayback`. */
  state: PlayState;
  onToggle: (track: Track) => void;
  onPlay: (track: Track) => void;
  /** The cover's `sizes`. */
  sizes?: string;
  /** Whether its cover is on the first screen. */
  eager?: boolean;
  /** Whether it has a heart; visitors cannot like. */
  likable?: boolean;
};

/** A track as a square card: its cover plays and pauses it. */
export function TrackCard({
  track,
  state,
  onToggle,
  onPlay,
  sizes = '(width < 40rem) 45vw, 200px',
  eager,
  likable = true,
}: TrackCardProps) {
  const openMenu = useTrackMenu();
  const loaded = state === 'playing' || state === 'paused';
  return (
    <article
      data-slot="track-card"
      data-state={state}
      className="group/card min-w-0"
      onContextMenu={(event) => openMenu(event, track, onPlay)}
    >
      <div className="relative">
        <div className="overflow-hidden rounded-lg">
          <Cover
            url={track.coverImageUrl}
            seed={seedOf(track)}
            sizes={sizes}
            eager={eager}
            className={cn('transition duration-(--dur-3) group-hover/card:scale-[1.035]', state === 'missing' && 'faded')}
          />
        </div>
        {state === 'missing' ? <Missing /> : <PlayCover track={track} state={state} onToggle={onToggle} />}
        {track.isAiGenerated && (
          <Badge tone="ai" className="pointer-events-none absolute top-2 left-2">
            <Sparkles size={12} aria-hidden />
            {t('track.ai')}
          </Badge>
        )}
        {likable && (
          <LikeButton
            track={track}
            variant="overlay"
            className={cn(
              'absolute top-1.5 right-1.5',
              !track.liked && 'opacity-0 focus-visible:opacity-100 group-hover/card:opacity-100 pointer-coarse:opacity-100',
            )}
          />
        )}
      </div>
      <div className="mt-2 flex items-center gap-2 font-semibold leading-6">
        <Link
          to="/tracks/$trackId"
          params={{ trackId: track.id }}
          className={cn('min-w-0 truncate hover:underline', loaded && 'text-accent-text', state === 'missing' && 'text-fg-muted')}
        >
          {track.title}
        </Link>
        {state === 'playing' && <PlayingBars />}
      </div>
      <div className="flex items-baseline justify-between gap-2 text-fg-muted text-sm">
        <ArtistLink name={track.artist} id={track.artistId} className="min-w-0" />
        <span className="tnum shrink-0">{time(track.duration)}</span>
      </div>
    </article>
  );
}

function PlayCover({ track, state, onToggle }: Pick<TrackCardProps, 'track' | 'state' | 'onToggle'>) {
  const name = { title: track.title, artist: track.artist || t('track.unknownArtist') };
  const prepare = usePrepare(track);
  return (
    <button
      type="button"
      data-result
      onPointerDown={prepare}
      aria-label={state === 'playing' ? t('track.pauseNamed', name) : t('track.playNamed', name)}
      onClick={() => onToggle(track)}
      className="group/play absolute inset-0 rounded-lg"
    >
      <PlayBadge state={state} />
    </button>
  );
}

function Missing() {
  return (
    <p className="absolute inset-x-2 bottom-2">
      <Badge tone="neutral">{t('track.missing')}</Badge>
    </p>
  );
}
