import { Mic2 } from 'lucide-react';
import { useRef } from 'react';
import type { Artist } from '@/api/types';
import { ArtistCard } from '@/features/tracks/artist-card';
import { CoverGrid, CoverGridSkeleton } from '@/features/tracks/cover-grid';
import { LetterRail } from '@/features/tracks/letter-rail';
import { LibraryFrame } from '@/features/tracks/library-frame';
import type { ListControls } from '@/features/tracks/list-controls';
import { artistList } from '@/features/tracks/lists';
import { usePages } from '@/features/tracks/pages';
import { t } from '@/i18n/browse';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';

export function ArtistsSection() {
  const artists = usePages<Artist>(artistList);
  const controls = useRef<ListControls>(null);
  return (
    <LibraryFrame section="artists" title={t('library.title')} lead={artists.data && t('library.artistCount', { n: artists.total })}>
      <QueryView
        query={artists}
        skeleton={<CoverGridSkeleton round />}
        empty={<EmptyState icon={Mic2} title={t('library.noArtists')} text={t('library.noArtistsText')} />}
      >
        {(items) => (
          <div className="flex gap-3">
            <div className="@container min-w-0 flex-1">
              <CoverGrid
                label={t('library.artists')}
                items={items}
                keyOf={(artist) => artist.id}
                onRange={artists.onRange}
                controls={controls}
                render={(artist, tabIndex) => <ArtistCard artist={artist} tabIndex={tabIndex} />}
              />
            </div>
            <LetterRail list={artistList} onJump={(index) => controls.current?.jump(index)} />
          </div>
        )}
      </QueryView>
    </LibraryFrame>
  );
}
