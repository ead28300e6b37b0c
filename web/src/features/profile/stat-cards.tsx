import { useQuery } from '@tanstack/react-query';
import { Headphones, Heart, ListMusic, type LucideIcon } from 'lucide-react';
import type { ListenerStats } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { count, span } from '@/lib/format';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { statsQuery } from './queries';

/** The person's likes, playlists and listening time. */
export function StatCards() {
  return (
    <div className="mt-9">
      <QueryView query={useQuery(statsQuery)} skeleton={<Skeleton className="h-24 w-full rounded-lg" />}>
        {(stats) => <Cards stats={stats} />}
      </QueryView>
    </div>
  );
}

function Cards({ stats: { likedSongs, playlists, listenedSeconds } }: { stats: ListenerStats }) {
  const n = (value: number) => count(value, language());
  return (
    <dl className="grid grid-cols-2 gap-3 @xl:grid-cols-3 @xl:gap-4">
      <Stat icon={Heart} label={t('profile.stat.liked')} value={n(likedSongs)} />
      <Stat icon={ListMusic} label={t('profile.stat.playlists')} value={n(playlists)} />
      <Stat icon={Headphones} label={t('profile.stat.listened')} value={hours(listenedSeconds)} detail={span(listenedSeconds)} />
    </dl>
  );
}

/** `24h`: whole hours, rounded. */
const hours = (seconds: number) => `${Math.round(seconds / 3600)}h`;

type StatProps = { icon: LucideIcon; label: string; value: string; detail?: string };

function Stat({ icon: Icon, label, value, detail }: StatProps) {
  return (
    <div
      data-slot="stat"
      title={detail}
      className="relative flex min-h-20 flex-col-reverse justify-center rounded-lg border border-line bg-surface py-4 pr-4 pl-18 last:col-span-2 @xl:min-h-24 @xl:pl-20 @xl:last:col-span-1"
    >
      <dt className="text-fg-muted text-sm">{label}</dt>
      <dd className="display tnum text-xl">
        <span
          aria-hidden
          className="absolute top-1/2 left-4 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-surface-3 text-accent-text @xl:left-5"
        >
          <Icon size={20} />
        </span>
        {value}
      </dd>
    </div>
  );
}
