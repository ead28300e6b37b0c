import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Heart, type LucideIcon, Play, Sparkles, UserPlus } from 'lucide-react';
import type { Activity } from '@/api/types';
import { language, type PlainKey, t } from '@/i18n/settings';
import { moment } from '@/lib/format';
import { ArtistLink } from '@/things/page/names';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { activityQuery } from './queries';
import { Section } from './section';

const KINDS: Record<string, { icon: LucideIcon; label: PlainKey }> = {
  played: { icon: Play, label: 'profile.activity.played' },
  liked: { icon: Heart, label: 'profile.activity.liked' },
  joined: { icon: UserPlus, label: 'profile.activity.joined' },
};

/** The person's activity, newest first. */
export function RecentActivity() {
  return (
    <Section title={t('profile.activity')} more={{ to: '/recents', label: t('profile.showAll') }}>
      <QueryView
        query={useQuery(activityQuery)}
        skeleton={<Skeleton className="h-40 w-full rounded-lg" />}
        isEmpty={(list) => !list.some(({ track }) => track)}
        empty={<EmptyState compact level={3} icon={Sparkles} title={t('profile.noActivity')} text={t('profile.noActivityText')} />}
      >
        {(list) => (
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-4">
            {known(list).map((activity) => (
              <Row key={`${activity.kind} ${activity.at} ${activity.track?.id}`} activity={activity} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

/** A newer server may have kinds that this page does not know. */
const known = (list: Activity[]) => list.filter(({ kind }) => kind in KINDS);

function Row({ activity: { kind, at, track } }: { activity: Activity }) {
  const { icon: Icon, label } = KINDS[kind] ?? { icon: Sparkles, label: 'profile.activity' as const };
  return (
    <li className="flex items-center gap-4 py-3">
      <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-full bg-surface-3 text-accent-text">
        <Icon size={16} />
      </span>
      <div className="min-w-0 flex-1">
        {track ? (
          <p className="flex min-w-0 gap-1.5">
            <Link to="/tracks/$trackId" params={{ trackId: track.id }} className="truncate font-semibold leading-6 hover:underline">
              {track.title}
            </Link>
            <span className="flex min-w-0 text-fg-muted">
              <ArtistLink name={track.artist} id={track.artistId} />
            </span>
          </p>
        ) : (
          <p className="font-semibold leading-6">{t(label)}</p>
        )}
        <p className="text-fg-muted text-sm">
          {track && `${t(label)} · `}
          <time dateTime={at}>{moment(at, language())}</time>
        </p>
      </div>
    </li>
  );
}
