import { Link } from '@tanstack/react-router';
import { Headphones } from 'lucide-react';
import type { Station } from '@/api/types';
import { language, t } from '@/i18n/radio';
import { cn } from '@/lib/cn';
import { count } from '@/lib/format';
import { PlayBadge } from '@/things/play/play-button';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';
import { countryLabel } from './countries';
import { usePlayStation } from './play-station';

/** A radio station: its logo, which plays it, whether it is on air, what is on, and the number of listeners. */
export function StationCard({ station, tabIndex }: { station: Station; tabIndex?: 0 | -1 }) {
  const { state, toggle } = usePlayStation(station);
  return (
    <article data-slot="station-card" className="group/card relative min-w-0">
      <div className="relative">
        <div className={cn('overflow-hidden rounded-full', !station.isLive && 'opacity-60')}>
          <Cover round url={station.logoUrl} seed={station.name} sizes="(width < 40rem) 45vw, 200px" />
        </div>
        <button
          type="button"
          data-result
          tabIndex={tabIndex}
          aria-label={t(state === 'playing' ? 'station.pause' : 'station.play', { name: station.name })}
          onClick={toggle}
          className="group/play absolute inset-0 rounded-full"
        >
          <PlayBadge state={state} />
        </button>
        <StationBadge station={station} className="pointer-events-none absolute top-0 left-0" />
      </div>
      <h3 className="mt-2 truncate text-center font-semibold leading-6">
        <Link
          to="/radios/$id"
          params={{ id: station.id }}
          tabIndex={tabIndex}
          data-primary
          className={cn('hover:underline', state !== 'stopped' && 'text-accent-text')}
        >
          {station.name}
        </Link>
      </h3>
      <p className="truncate text-center text-fg-muted text-sm">
        {[station.genre, countryLabel(station.country)].filter(Boolean).join(' · ')}
      </p>
      <Listeners station={station} className="justify-center" />
    </article>
  );
}

/** LIVE or OFFLINE. */
export function StationBadge({ station, className }: { station: Pick<Station, 'isLive'>; className?: string }) {
  return (
    <Badge tone={station.isLive ? 'live' : 'neutral'} className={className}>
      {station.isLive && <span aria-hidden className="size-1.5 rounded-full bg-current motion-safe:animate-pulse" />}
      {t(station.isLive ? 'station.live' : 'station.offline')}
    </Badge>
  );
}

/** The number of listeners; a dash while it is unknown. */
function Listeners({ station, className }: { station: Pick<Station, 'listenerCount'>; className?: string }) {
  const n = station.listenerCount;
  const shown = n === null || n === undefined ? '—' : count(n, language());
  return (
    <p data-slot="listeners" className={cn('tnum flex items-center gap-1.5 text-fg-muted text-sm', className)}>
      <Headphones size={14} aria-hidden />
      <span className="sr-only">{t('station.listeners', { n: shown })}</span>
      <span aria-hidden>{shown}</span>
    </p>
  );
}
