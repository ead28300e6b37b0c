import { Mic2 } from 'lucide-react';
import { ArtistCard } from '@/features/tracks/artist-card';
import { CoverGrid, CoverGridSkeleton } from '@/features/tracks/cover-grid';
import { LibraryFrame } from '@/features/tracks/library-frame';
import { artistsQuery, usePaged } from '@/features/tracks/queries';
import { t } from '@/i18n/lists';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';

export function ArtistsSection() {
  const artists = usePaged(artistsQuery);
  return (
    <LibraryFrame section="artists" title={t('library.title')} lead={artists.data && t('library.artistCount', { n: artists.total })}>
      <QueryView
        query={artists}
        skeleton={<CoverGridSkeleton round />}
        empty={<EmptyState icon={Mic2} title={t('library.noArtists')} text={t('library.noArtistsText')} />}
      >
        {(items) => (
          <CoverGrid
            label={t('library.artists')}
            items={items}
            total={artists.total}
            keyOf={(artist) => artist.id}
            onEnd={artists.loadMore}
            render={(artist, tabIndex) => <ArtistCard artist={artist} tabIndex={tabIndex} />}
          />
        )}
      </QueryView>
    </LibraryFrame>
  );
}
