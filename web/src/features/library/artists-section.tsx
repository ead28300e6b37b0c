import { Mic2 } from 'lucide-react';
import { useRef } from 'react';
import { artistList } from '@/api/lists';
import { t } from '@/i18n/browse';
import { ArtistCard } from '@/things/artist/artist-card';
import { LibraryFrame } from '@/things/library/library-frame';
import { CoverGrid, CoverGridSkeleton } from '@/things/list/cover-grid';
import { LetterRail } from '@/things/list/letter-rail';
import type { ListControls } from '@/things/list/list-controls';
import { usePages } from '@/things/list/pages';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';

export function ArtistsSection() {
  const artists = usePages(artistList);
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
