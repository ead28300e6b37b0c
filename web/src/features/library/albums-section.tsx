import { AlbumCard } from '@/features/tracks/album-card';
import { CoverGrid, CoverGridSkeleton } from '@/features/tracks/cover-grid';
import { EmptyLibrary } from '@/features/tracks/empty-library';
import { LibraryFrame } from '@/features/tracks/library-frame';
import { albumsQuery, usePaged } from '@/features/tracks/queries';
import { t } from '@/i18n/lists';
import { QueryView } from '@/ui/query-view';
import type { SectionProps } from './library-page';
import { Shortcuts } from './shortcuts';
import { SortSelect, sortOf } from './sort-select';

const SORTS = ['newest', 'title', 'artist', 'year'] as const;

export function AlbumsSection({ search, set }: SectionProps) {
  const sort = sortOf(SORTS, search.sort);
  const albums = usePaged(albumsQuery({ sort }));
  return (
    <LibraryFrame
      section="albums"
      title={t('library.title')}
      lead={albums.data && t('library.albumCount', { n: albums.total })}
      actions={albums.total > 1 && <SortSelect value={sort} options={SORTS} onChange={(next) => set({ sort: next })} />}
    >
      <Shortcuts />
      <QueryView query={albums} skeleton={<CoverGridSkeleton />} empty={<EmptyLibrary />}>
        {(items) => (
          <CoverGrid
            label={t('library.albums')}
            items={items}
            total={albums.total}
            keyOf={(album) => album.id}
            onEnd={albums.loadMore}
            render={(album, tabIndex) => <AlbumCard album={album} tabIndex={tabIndex} />}
          />
        )}
      </QueryView>
    </LibraryFrame>
  );
}
