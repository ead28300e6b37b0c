import { useQuery } from '@tanstack/react-query';
import { RadioTower } from 'lucide-react';
import { useStore } from 'zustand';
import { stationQuery } from '@/api/stations';
import { language, t } from '@/i18n/radio';
import { cn } from '@/lib/cn';
import { count } from '@/lib/format';
import { rewound } from '@/player/engine/live';
import type { QueueItem } from '@/player/engine/queue/item';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { RewindBar } from './rewind-bar';
import { useEngine } from './use-player';

/** Replaces the seek bar for stations: whether it is live, who is on air, and the rewind bar if the station keeps its past. */
export function LiveBar({ item, className }: { item: QueueItem; className?: string }) {
  const { id } = item.track;
  const station = useQuery(stationQuery(id)).data;
  const isPast = useStore(rewound, (state) => state.to?.id === id);
  return (
    <div data-slot="live-bar" className={cn('flex min-w-0 items-center gap-3', className)}>
      {isPast ? <GoLive /> : <LiveBadge isLive={station?.isLive} />}
      {station && station.rewindHours > 0 ? (
        <RewindBar station={station} className="flex-1" />
      ) : (
        <p className="min-w-0 flex-1 truncate text-fg-muted text-xs">
          {[station?.show, station?.dj && t('live.with', { name: station.dj })].filter(Boolean).join(' · ')}
        </p>
      )}
      <p className="tnum shrink-0 text-fg-muted text-xs">{t('live.listeners', { n: listenersOf(station?.listenerCount) })}</p>
    </div>
  );
}

/** A count, or a dash while it is unknown. */
const listenersOf = (n: number | null | undefined) => (n === null || n === undefined ? '—' : count(n, language()));

/** Says whether the listener hears the live sound or the station is off air. */
const LiveBadge = ({ isLive = true, className }: { isLive?: boolean | undefined; className?: string }) => (
  <Badge tone={isLive ? 'live' : 'neutral'} className={cn('shrink-0', className)}>
    {isLive && <span aria-hidden className="size-1.5 rounded-full bg-current motion-safe:animate-pulse" />}
    {t(isLive ? 'station.live' : 'station.offline')}
  </Badge>
);

/** Returns to live. */
function GoLive() {
  const engine = useEngine();
  const go = () => {
    rewound.setState({ to: null });
    engine.refresh();
    engine.resume();
  };
  return (
    <Button size="sm" variant="secondary" className="shrink-0" onClick={go}>
      <RadioTower size={16} aria-hidden />
      {t('live.go')}
    </Button>
  );
}

/** On the phone's card: that a station is live, unless the listener rewound. */
export function LiveMark({ id }: { id: string }) {
  const isPast = useStore(rewound, (state) => state.to?.id === id);
  const isLive = useQuery(stationQuery(id)).data?.isLive;
  return isPast ? null : <LiveBadge isLive={isLive} className="lg:hidden" />;
}
