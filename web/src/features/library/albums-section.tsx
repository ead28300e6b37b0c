import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Disc3 } from 'lucide-react';
import { useRef } from 'react';
import { albumList } from '@/api/lists';
import { newestTracksQuery } from '@/api/queries';
import { t } from '@/i18n/browse';
import { AlbumCard } from '@/things/album/album-card';
import { EmptyLibrary } from '@/things/library/empty-library';
import { LibraryFrame } from '@/things/library/library-frame';
import { CoverGrid, CoverGridSkeleton } from '@/things/list/cover-grid';
import { LetterRail } from '@/things/list/letter-rail';
import type { ListControls } from '@/things/list/list-controls';
import { usePages } from '@/things/list/pages';
import { SortSelect, sortOf } from '@/things/list/sort-select';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import type { SectionProps } from './section';
import { Shortcuts } from './shortcuts';

const SORTS = ['newest', 'title', '-title', 'artist', 'year'] as const;

export function AlbumsSection({ search, set }: SectionProps) {
  const sort = sortOf(SORTS, search.sort);
  const list = albumList({ sort });
  const albums = usePages(list);
  const controls = useRef<ListControls>(null);
  return (
    <LibraryFrame
      section="albums"
      title={t('library.title')}
      lead={albums.data && t('library.albumCount', { n: albums.total })}
      actions={albums.total > 1 && <SortSelect value={sort} options={SORTS} onChange={(next) => set({ sort: next })} />}
    >
      <Shortcuts />
      <QueryView query={albums} skeleton={<CoverGridSkeleton />} empty={<NoAlbums />}>
        {(items) => (
          <div className="flex gap-3">
            <div className="@container min-w-0 flex-1">
              <CoverGrid
                key={sort}
                label={t('library.albums')}
                items={items}
                keyOf={(album) => album.id}
                onRange={albums.onRange}
                controls={controls}
                render={(album, tabIndex) => <AlbumCard album={album} tabIndex={tabIndex} />}
              />
            </div>
            <LetterRail list={list} onJump={(index) => controls.current?.jump(index)} />
          </div>
        )}
      </QueryView>
    </LibraryFrame>
  );
}

/** There may be songs all the same, which no album has. */
function NoAlbums() {
  const songs = useQuery(newestTracksQuery(1));
  return (
    <QueryView query={songs} skeleton={<CoverGridSkeleton />} empty={<EmptyLibrary />}>
      {() => (
        <EmptyState
          icon={Disc3}
          title={t('library.noAlbums')}
          text={t('library.noAlbumsText')}
          action={
            <Button asChild>
              <Link to="/library" search={{ tab: 'tracks' }}>
                {t('library.showTracks')}
              </Link>
            </Button>
          }
        />
      )}
    </QueryView>
  );
}
