import { Music } from 'lucide-react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/t';
import { HOME } from '@/lib/constants';
import { usePlayback } from '@/things/play/playback';
import { TrackCard } from '@/things/track/track-card';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { useHomeTracks } from './queries';
import { Section } from './section';

export function RecentlyPlayed() {
  const tracks = useHomeTracks();
  return (
    <Section title={t('home.recentlyPlayed')} note={tracks.isNewest ? t('home.newestInstead') : undefined}>
      <QueryView query={tracks} skeleton={<Skeletons />} empty={<EmptyState level={3} icon={Music} title={t('home.noTracks')} />}>
        {(tracks) => <Cards tracks={tracks} />}
      </QueryView>
    </Section>
  );
}

/** public/theme.js preloads the first covers in this size. */
export const COVER_SIZES = '(width < 40rem) 45vw, 220px';
const FIRST = 2; // of the narrowest screen

const grid = 'grid grid-cols-2 gap-x-4 gap-y-6 @lg:grid-cols-3 @3xl:grid-cols-6 @5xl:gap-x-5';

function Cards({ tracks }: { tracks: Track[] }) {
  const { stateOf, toggle, play } = usePlayback(tracks, { kind: 'home', title: t('home.recentlyPlayed'), href: '/' });
  return (
    <div className={grid}>
      {tracks.map((track, i) => (
        <TrackCard
          key={track.id}
          track={track}
          state={stateOf(track)}
          onToggle={toggle}
          onPlay={play}
          sizes={COVER_SIZES}
          eager={i < FIRST}
        />
      ))}
    </div>
  );
}

function Skeletons() {
  return (
    <div className={grid} role="status" aria-label={t('ui.loading')}>
      {Array.from({ length: HOME.tracks }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={i} data-slot="track-card-skeleton">
          <Skeleton className="aspect-square w-full rounded-lg" />
          <Skeleton className="mt-3 h-4 w-3/4" />
          <Skeleton className="mt-2 h-3.5 w-1/2" />
        </div>
      ))}
    </div>
  );
}
