import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ListPlus, Pencil, Share2 } from 'lucide-react';
import { useMemo } from 'react';
import type { Album, AlbumDetail, Track } from '@/api/types';
import { t } from '@/i18n/lists';
import { span } from '@/lib/format';
import { usePageMeta } from '@/lib/page-meta';
import { openAddToPlaylist } from '@/lib/playlists';
import { openShare } from '@/lib/share';
import { AlbumCard } from '@/things/album/album-card';
import { albumQuery } from '@/things/album/queries';
import { DownloadButton } from '@/things/download/download-button';
import { CardGrid, Shelf } from '@/things/list/card-grid';
import { MixButton } from '@/things/mix/mix-button';
import { Hero, HeroIcons, HeroSkeleton } from '@/things/page/hero';
import { ArtistLink } from '@/things/page/names';
import { isNotFound, NotHere } from '@/things/page/not-here';
import { PlayButtons } from '@/things/play/play-buttons';
import { editTags, useMayEdit } from '@/things/track/editing';
import { TrackList, TrackListSkeleton } from '@/things/track/track-list';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { albumsByQuery } from './queries';

/** /albums/$albumId: an album's songs by disc. `?track=` highlights one of them. */
export function AlbumPage() {
  const { albumId = '' } = useParams({ strict: false });
  const { track } = useSearch({ strict: false });
  const album = useQuery(albumQuery(albumId));
  usePageMeta(album.data?.title);
  if (isNotFound(album.error)) return <NotHere title={t('album.notFound')} text={t('album.notFoundText')} />;
  return (
    <QueryView query={album} skeleton={<AlbumSkeleton />}>
      {/* Another album starts at its own top, with its own first row. */}
      {(data) => <AlbumView key={data.id} album={data} highlight={track} />}
    </QueryView>
  );
}

function AlbumView({ album, highlight }: { album: AlbumDetail; highlight?: string }) {
  const discs = useMemo(() => byDisc(album.tracks), [album.tracks]);
  const mayEdit = useMayEdit();
  const editable = album.tracks.filter(mayEdit);
  const context = { kind: 'album', title: album.title, href: `/albums/${album.id}` };
  const list = { context, playable: album.tracks, lead: 'number', albumArtist: album.artist, highlight } as const;
  return (
    <>
      <Hero
        coverImageUrl={album.coverImageUrl}
        seed={album.title}
        kind={t(album.compilation ? 'album.compilation' : 'album.kind')}
        title={album.title || t('track.unknownAlbum')}
        actions={
          <>
            <PlayButtons size="lg" context={context} load={async () => ({ tracks: album.tracks, total: album.tracks.length })} />
            <MixButton size="lg" of={{ album: album.id }} title={album.title} />
            <HeroIcons>
              <IconButton icon={ListPlus} label={t('track.addToPlaylist')} onClick={() => openAddToPlaylist(album.tracks)} />
              <DownloadButton item={{ kind: 'album', id: album.id, title: album.title, coverUrl: album.coverImageUrl }} />
              <IconButton
                icon={Share2}
                label={t('track.shareNamed', { title: album.title })}
                onClick={() => openShare({ kind: 'album', id: album.id, title: album.title })}
              />
              {editable.length > 0 && <IconButton icon={Pencil} label={t('track.editAlbum')} onClick={() => editTags(editable)} />}
            </HeroIcons>
          </>
        }
      >
        <p className="font-semibold text-fg">
          <ArtistLink name={album.artist} id={album.artistId} />
        </p>
        <p className="mt-1">{facts(album)}</p>
      </Hero>
      <div className="mt-6 grid gap-8">
        {discs.map(([disc, tracks]) =>
          discs.length === 1 ? (
            <TrackList key={disc} label={t('album.tracks')} tracks={tracks} {...list} />
          ) : (
            <section key={disc}>
              <h2 className="display mb-2 px-2 text-lg">{t('album.disc', { n: disc })}</h2>
              <TrackList label={t('album.disc', { n: disc })} tracks={tracks} {...list} />
            </section>
          ),
        )}
      </div>
      {album.artistId !== null && !album.compilation && <MoreBy artist={album.artist} artistId={album.artistId} except={album.id} />}
    </>
  );
}

/** `2019 · Jazz · 11 songs · 1h 2m` */
function facts(album: AlbumDetail): string {
  const discs = album.discCount > 1 && t('library.discCount', { n: album.discCount });
  return [album.year, album.genre, discs, t('library.trackCount', { n: album.trackCount }), span(album.duration)]
    .filter(Boolean)
    .join(' · ');
}

function byDisc(tracks: readonly Track[]): [disc: number, tracks: Track[]][] {
  const discs = new Map<number, Track[]>();
  for (const track of tracks) {
    const disc = track.disc ?? 1;
    const of = discs.get(disc);
    if (of) of.push(track);
    else discs.set(disc, [track]);
  }
  return [...discs].sort(([a], [b]) => a - b);
}

const SHELF = 6;

function MoreBy({ artist, artistId, except }: { artist: string; artistId: string; except: string }) {
  const { data } = useQuery(albumsByQuery(artistId, SHELF + 1));
  const others = data?.filter((album: Album) => album.id !== except).slice(0, SHELF) ?? [];
  if (others.length === 0) return null;
  const title = t('album.moreBy', { artist });
  return (
    <Shelf title={title}>
      <CardGrid label={title}>
        {others.map((album) => (
          <li key={album.id}>
            <AlbumCard album={album} caption="year" />
          </li>
        ))}
      </CardGrid>
    </Shelf>
  );
}

function AlbumSkeleton() {
  return (
    <>
      <HeroSkeleton />
      <div className="mt-6">
        <TrackListSkeleton rows={8} />
      </div>
    </>
  );
}
