import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { pathOf, trackList } from '@/api/lists';
import type { Album, ArtistDetail } from '@/api/types';
import { t } from '@/i18n/lists';
import { usePageMeta } from '@/lib/page-meta';
import { openAddToPlaylist } from '@/lib/playlists';
import { AlbumCard } from '@/things/album/album-card';
import { artistQuery } from '@/things/artist/queries';
import { FollowButton, Followers } from '@/things/follow/follow-button';
import { CardGrid, Shelf } from '@/things/list/card-grid';
import { MixButton } from '@/things/mix/mix-button';
import { Hero, HeroSkeleton } from '@/things/page/hero';
import { isNotFound, NotHere } from '@/things/page/not-here';
import { PlayButtons } from '@/things/play/play-buttons';
import { TrackList, TrackListSkeleton } from '@/things/track/track-list';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';

/** /artists/$artistId: the most played songs, and the albums. */
export function ArtistPage() {
  const { artistId = '' } = useParams({ strict: false });
  const artist = useQuery(artistQuery(artistId));
  usePageMeta(artist.data?.name);
  if (isNotFound(artist.error)) return <NotHere title={t('artist.notFound')} text={t('artist.notFoundText')} />;
  return (
    <QueryView query={artist} skeleton={<ArtistSkeleton />}>
      {(data) => <ArtistView key={data.id} artist={data} />}
    </QueryView>
  );
}

const TOP = 5;

function ArtistView({ artist }: { artist: ArtistDetail }) {
  const [all, setAll] = useState(false);
  const context = { kind: 'artist', title: artist.name, href: `/artists/${artist.id}` };
  const own = artist.albums.filter((album) => album.artistId === artist.id);
  const others = artist.albums.filter((album) => album.artistId !== artist.id);
  return (
    <>
      <Hero
        round
        coverImageUrl={artist.coverImageUrl}
        seed={artist.name}
        kind={t('artist.kind')}
        title={artist.name || t('track.unknownArtist')}
        actions={
          <>
            <PlayButtons
              size="lg"
              context={{ ...context, more: { path: pathOf(trackList({ sort: '-plays', artist: artist.id })) } }}
              disabled={artist.tracks.length === 0}
            />
            {artist.tracks.length > 0 && <MixButton size="lg" of={{ artist: artist.id }} title={artist.name} />}
            {artist.tracks.length > 0 && (
              <IconButton icon={ListPlus} label={t('track.addToPlaylist')} onClick={() => openAddToPlaylist(artist.tracks)} />
            )}
            <FollowButton size="lg" kind="artist" id={artist.id} name={artist.name || t('track.unknownArtist')} />
          </>
        }
      >
        <p>
          {[artist.albumCount > 0 && t('library.albumCount', { n: artist.albumCount }), t('library.trackCount', { n: artist.trackCount })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>
          <Followers kind="artist" id={artist.id} />
        </p>
      </Hero>
      {artist.tracks.length > 0 && (
        <Shelf
          title={t('artist.top')}
          more={
            artist.tracks.length > TOP && (
              <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
                {t(all ? 'artist.showLess' : 'artist.showMore')}
              </Button>
            )
          }
        >
          <TrackList
            label={t('artist.top')}
            tracks={all ? artist.tracks : artist.tracks.slice(0, TOP)}
            playable={artist.tracks}
            context={context}
          />
        </Shelf>
      )}
      <Albums title={t('artist.albums')} albums={own} caption="year" />
      <Albums title={t('artist.appearsOn')} albums={others} caption="artist" />
    </>
  );
}

function Albums({ title, albums, caption }: { title: string; albums: Album[]; caption: 'artist' | 'year' }) {
  if (albums.length === 0) return null;
  return (
    <Shelf title={title}>
      <CardGrid label={title}>
        {albums.map((album) => (
          <li key={album.id}>
            <AlbumCard album={album} caption={caption} />
          </li>
        ))}
      </CardGrid>
    </Shelf>
  );
}

function ArtistSkeleton() {
  return (
    <>
      <HeroSkeleton round />
      <div className="mt-10">
        <TrackListSkeleton rows={TOP} />
      </div>
    </>
  );
}
