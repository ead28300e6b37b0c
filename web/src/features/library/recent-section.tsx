import { albumList, pathOf, trackList } from '@/api/lists';
import { t } from '@/i18n/browse';
import { AlbumCard } from '@/things/album/album-card';
import { EmptyLibrary } from '@/things/library/empty-library';
import { LibraryFrame } from '@/things/library/library-frame';
import { CardGrid } from '@/things/list/card-grid';
import { usePages } from '@/things/list/pages';
import { PlayButtons } from '@/things/play/play-buttons';
import { TrackRows } from '@/things/track/track-rows';

const ALBUMS = 6;
const TRACKS = trackList({ sort: '-added' });

/** Recent additions: the albums on top, and every song in the order it was added. */
export function RecentSection() {
  const tracks = usePages(TRACKS);
  const albums = usePages(albumList({ sort: '-added' }));
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
