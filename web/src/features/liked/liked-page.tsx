import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import { useMemo } from 'react';
import { useSession } from '@/api/auth/session';
import { likedList, pathOf } from '@/api/lists';
import { t } from '@/i18n/browse';
import { LibraryFrame } from '@/things/library/library-frame';
import { usePages, without } from '@/things/list/pages';
import { SortSelect, sortOf } from '@/things/list/sort-select';
import { PlayButtons } from '@/things/play/play-buttons';
import { TrackRows } from '@/things/track/track-rows';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

const SORTS = ['newest', 'title', 'artist', 'album', '-year', '-rating', '-plays'] as const;

/** /liked: the person's liked songs, newest like first unless the address says otherwise. */
export function LikedPage() {
  const search: { sort?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const sort = sortOf(SORTS, search.sort);
  const list = likedList(sort === 'newest' ? {} : { sort });
  const liked = usePages(list, useSession().status === 'signedIn');
  // An unliked song leaves the list immediately, and returns if the server refuses.
  const tracks = useMemo(() => liked.data && without(liked.data, (track) => !track.liked), [liked.data]);
  const total = tracks?.length ?? 0;
  const context = { kind: 'liked', title: t('liked.title'), href: '/liked', more: { path: pathOf(list) } };
  return (
    <LibraryFrame
      section="liked"
      title={t('liked.title')}
      lead={tracks && t('library.trackCount', { n: total })}
      actions={
        <>
          <PlayButtons context={context} disabled={total === 0} />
          {total > 1 && (
            <SortSelect
              value={sort}
              options={SORTS}
              first={t('library.sortLiked')}
              onChange={(next) => void navigate({ to: '/liked', search: { sort: next }, replace: true, resetScroll: false })}
            />
          )}
        </>
      }
    >
      <TrackRows list={list} pages={{ ...liked, data: tracks }} label={t('liked.title')} context={context} empty={<NothingLiked />} />
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
