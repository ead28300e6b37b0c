import { Link } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import { useMemo } from 'react';
import { useSession } from '@/api/session';
import { LibraryFrame } from '@/features/tracks/library-frame';
import { PlayButtons } from '@/features/tracks/play-buttons';
import { QUEUE_LIMIT } from '@/features/tracks/playback';
import { firstTracks, likedTracksQuery, usePaged } from '@/features/tracks/queries';
import { TrackList, TrackListSkeleton } from '@/features/tracks/track-list';
import { t } from '@/i18n/lists';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';

/** /liked: the person's liked songs, the newest like first. */
export function LikedPage() {
  const liked = usePaged(likedTracksQuery, useSession().status === 'signedIn');
  // A heart taken back leaves the list at once, and comes back when the server refuses.
  const tracks = useMemo(() => liked.data?.filter((track) => track.liked), [liked.data]);
  const total = liked.total - ((liked.data?.length ?? 0) - (tracks?.length ?? 0));
  const context = { kind: 'liked', title: t('liked.title'), href: '/liked' };
  return (
    <LibraryFrame
      section="liked"
      title={t('liked.title')}
      lead={tracks && t('library.trackCount', { n: total })}
      actions={<PlayButtons load={() => firstTracks(likedTracksQuery, QUEUE_LIMIT)} context={context} disabled={total === 0} />}
    >
      <QueryView query={{ ...liked, data: tracks }} skeleton={<TrackListSkeleton />} empty={<NothingLiked />}>
        {(items) => (
          <TrackList
            label={t('liked.title')}
            tracks={items}
            total={total}
            context={context}
            onEnd={liked.loadMore}
            onRetry={liked.retryMore}
          />
        )}
      </QueryView>
    </LibraryFrame>
  );
}

function NothingLiked() {
  return (
    <EmptyState
      icon={Heart}
      title={t('liked.empty')}
      text={t('liked.emptyText')}
      action={
        <Button asChild>
          <Link to="/library" search={{ tab: 'tracks' }}>
            {t('library.browse')}
          </Link>
        </Button>
      }
    />
  );
}
