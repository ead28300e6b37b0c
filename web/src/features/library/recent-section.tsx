import type { Album, Track } from '@/api/types';
import { AlbumCard } from '@/features/tracks/album-card';
import { CardGrid } from '@/features/tracks/card-grid';
import { EmptyLibrary } from '@/features/tracks/empty-library';
import { LibraryFrame } from '@/features/tracks/library-frame';
import { albumList, pathOf, trackList } from '@/features/tracks/lists';
import { usePages } from '@/features/tracks/pages';
import { PlayButtons } from '@/features/tracks/play-buttons';
import { TrackRows } from '@/features/tracks/track-rows';
import { t } from '@/i18n/browse';

const ALBUMS = 6;
const TRACKS = trackList({ sort: '-added' });

/** What came last: the albums on top, and every song in the order it came. */
export function RecentSection() {
  const tracks = usePages<Track>(TRACKS);
  const albums = usePages<Album>(albumList({ sort: '-added' }));
  const newest = albums.data?.slice(0, ALBUMS).filter((album) => album !== undefined) ?? [];
  const context = { kind: 'library', title: t('library.recent'), href: '/library?tab=recent', more: { path: pathOf(TRACKS) } };
  return (
    <LibraryFrame
      section="recent"
      title={t('library.title')}
      lead={tracks.data && t('library.trackCount', { n: tracks.total })}
      actions={<PlayButtons context={context} disabled={tracks.total === 0} />}
    >
      {newest.length > 0 && (
        <section className="mb-8">
          <h2 className="display mb-4 text-xl">{t('library.recentAlbums')}</h2>
          <CardGrid label={t('library.recentAlbums')}>
            {newest.map((album) => (
              <li key={album.id}>
                <AlbumCard album={album} />
              </li>
            ))}
          </CardGrid>
        </section>
      )}
      {tracks.total > 0 && <h2 className="display mb-3 text-xl">{t('library.recentTracks')}</h2>}
      <TrackRows list={TRACKS} pages={tracks} label={t('library.recent')} context={context} empty={<EmptyLibrary />} />
    </LibraryFrame>
  );
}
