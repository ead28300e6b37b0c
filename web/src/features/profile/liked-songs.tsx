import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/settings';
import { usePlayback } from '@/things/play/playback';
import { TrackCard } from '@/things/track/track-card';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { LIKED_SHOWN, likedQuery } from './queries';
import { Section } from './section';

const grid = 'grid grid-cols-2 gap-x-4 gap-y-6 @lg:grid-cols-3 @3xl:grid-cols-6 @5xl:gap-x-5';

/** The person's own newest likes. */
export function LikedSection() {
  return (
    <Section title={t('profile.liked')} more={{ to: '/liked', label: t('profile.showAll') }}>
      <QueryView query={useQuery(likedQuery)} skeleton={<Skeletons />} empty={<Nothing />}>
        {(tracks) => <LikedCards tracks={tracks.slice(0, LIKED_SHOWN)} href="/liked" />}
      </QueryView>
    </Section>
  );
}

/** A person's liked songs as cards. */
export function LikedCards({ tracks, href }: { tracks: Track[]; href: string }) {
  const { stateOf, toggle, play } = usePlayback(tracks, { kind: 'liked', title: t('profile.liked'), href });
  return (
    <div className={grid}>
      {tracks.map((track) => (
        <TrackCard key={track.id} track={track} state={stateOf(track)} onToggle={toggle} onPlay={play} />
      ))}
    </div>
  );
}

function Nothing() {
  return (
    <EmptyState
      compact
      level={3}
      icon={Heart}
      title={t('profile.noLikes')}
      text={t('profile.noLikesText')}
      action={
        <Button asChild variant="secondary">
          <Link to="/library">{t('profile.toLibrary')}</Link>
        </Button>
      }
    />
  );
}

function Skeletons() {
  return (
    <div className={grid} role="status" aria-label={t('ui.loading')}>
      {Array.from({ length: LIKED_SHOWN }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={i}>
          <Skeleton className="aspect-square w-full rounded-lg" />
          <Skeleton className="mt-3 h-4 w-3/4" />
          <Skeleton className="mt-2 h-3.5 w-1/2" />
        </div>
      ))}
    </div>
  );
}
