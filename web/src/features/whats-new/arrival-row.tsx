import { Link } from '@tanstack/react-router';
import type { Arrival } from '@/api/types';
import { language, t } from '@/i18n/history';
import { cn } from '@/lib/cn';
import { PlayBadge } from '@/things/play/play-button';
import type { PlayState } from '@/things/play/playback';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';
import type { ArrivalDisplay } from './arrival-display';

/** Pixels. */
export const ROW_HEIGHT = 76;

type ArrivalRowProps = {
  arrival: Arrival;
  display: ArrivalDisplay;
  state: PlayState;
  /** Undefined for things that cannot be played from here. */
  onPlay?: () => void;
};

/** A new item: its kind, creator and date, with a play button. */
export function ArrivalRow({ arrival, display, state, onPlay }: ArrivalRowProps) {
  const round = arrival.kind === 'station';
  const picture = (
    <Cover url={display.cover} seed={display.seed} sizes="60px" round={round} className={cn('size-15', !round && 'rounded-md')} />
  );
  return (
    <article
      data-slot="arrival"
      data-kind={arrival.kind}
      className="group/card flex h-full items-center gap-4 rounded-md px-2 hover:bg-surface-2"
    >
      {onPlay ? (
        <button
          type="button"
          aria-label={t(state === 'playing' ? 'news.pause' : 'news.play', { title: display.title })}
          onClick={onPlay}
          className="group/play relative size-15 shrink-0 rounded-md"
        >
          {picture}
          <PlayBadge state={state} size="sm" />
        </button>
      ) : (
        <span className="shrink-0">{picture}</span>
      )}
      <div className="min-w-0 flex-1">
        <Link
          to={display.href}
          className={cn('block truncate font-semibold hover:underline', (state === 'playing' || state === 'paused') && 'text-accent-text')}
        >
          {display.title}
        </Link>
        <p className="truncate text-fg-muted text-sm">{[display.by, display.details].filter(Boolean).join(' · ')}</p>
      </div>
      <Badge tone="outline" className="@2xl:inline-flex hidden">
        {t(`news.kind.${arrival.kind}`)}
      </Badge>
      <time dateTime={arrival.at} className="tnum shrink-0 text-right text-fg-muted text-sm">
        {dayOf(new Date(arrival.at))}
      </time>
    </article>
  );
}

/** `Nov 21`, with the year if it is another one. */
const dayOf = (at: Date) =>
  at.toLocaleDateString(language(), {
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
  });
