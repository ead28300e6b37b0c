import { Disc3, Music2, Radio, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SearchResults } from '@/api/types';
import { t } from '@/i18n/search';
import { cn } from '@/lib/cn';
import { SEARCH_ALL } from '@/lib/constants';
import { AlbumCard } from '@/things/album/album-card';
import { ArtistCard } from '@/things/artist/artist-card';
import { EpisodeCard } from '@/things/episode/episode-card';
import { CardGrid, Shelf } from '@/things/list/card-grid';
import { CoverGridSkeleton } from '@/things/list/cover-grid';
import { MixCard } from '@/things/mix/mix-card';
import { PersonCard } from '@/things/person/person-card';
import { usePlayback } from '@/things/play/playback';
import { PlaylistCard } from '@/things/playlist/playlist-link-card';
import { PodcastCard } from '@/things/podcast/podcast-card';
import { StationCard } from '@/things/station/station-card';
import { TrackCard } from '@/things/track/track-card';
import { TrackList, TrackListSkeleton } from '@/things/track/track-list';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';

type Query = {
  data: SearchResults | undefined;
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

/** The search: the text as typed, and whether filters are set. */
type Asked = { query: Query; q: string; filtered: boolean };

export type ResultTab = 'tracks' | 'radio' | 'mixes';

/** Albums, artists, podcasts, episodes, playlists and people get one row each. */
const SHELF = 6;

const contextOf = (q: string) => ({ kind: 'search', title: q, href: `/search?q=${encodeURIComponent(q)}` });

/** Earlier results are dimmed while the next are loading. */
function Fading({ query, children }: { query: Query; children: ReactNode }) {
  return <div className={cn('transition', query.isPlaceholderData && 'opacity-60')}>{children}</div>;
}

export function TrackResults({ query, q, filtered }: Asked) {
  return (
    <Fading query={query}>
      <QueryView
        query={query}
        skeleton={<TrackListSkeleton />}
        isEmpty={(data) => data.tracks.length === 0}
        empty={<EmptyState icon={SearchX} title={t('search.noTracks')} text={wayOn(filtered)} />}
      >
        {({ tracks }) => <TrackList label={t('search.tracks')} tracks={tracks} context={contextOf(q)} />}
      </QueryView>
    </Fading>
  );
}

const wayOn = (filtered: boolean) => t(filtered ? 'search.noMatchFilter' : 'search.noMatchText');

export function StationResults({ query, filtered }: Asked) {
  return (
    <Fading query={query}>
      <QueryView
        query={query}
        skeleton={<CoverGridSkeleton cards={SEARCH_ALL.stations} />}
        isEmpty={(data) => data.stations.length === 0}
        empty={<EmptyState icon={Radio} title={t('search.noRadio')} text={wayOn(filtered)} />}
      >
        {({ stations }) => <Stations stations={stations} />}
      </QueryView>
    </Fading>
  );
}

export function MixResults({ query, filtered }: Asked) {
  return (
    <Fading query={query}>
      <QueryView
        query={query}
        skeleton={<CoverGridSkeleton cards={SEARCH_ALL.mixes} />}
        isEmpty={(data) => data.mixes.length === 0}
        empty={<EmptyState icon={Disc3} title={t('search.noMixes')} text={wayOn(filtered)} />}
      >
        {({ mixes }) => <Mixes mixes={mixes} />}
      </QueryView>
    </Fading>
  );
}

export function AllResults({ query, q, onShowAll }: Asked & { onShowAll: (tab: ResultTab) => void }) {
  return (
    <Fading query={query}>
      <QueryView query={query} skeleton={<CoverGridSkeleton cards={SEARCH_ALL.tracks} />}>
        {(found) => (
          <div className="[&>section:first-child]:mt-0">
            {found.tracks.length > 0 && (
              <Shelf title={t('search.tracks')} more={<ShowAll what={t('search.tracks')} onClick={() => onShowAll('tracks')} />}>
                <Tracks found={found} q={q} />
              </Shelf>
            )}
            {found.stations.length > 0 && (
              <Shelf title={t('search.radio')} more={<ShowAll what={t('search.radio')} onClick={() => onShowAll('radio')} />}>
                <Stations stations={found.stations.slice(0, SEARCH_ALL.stations)} />
              </Shelf>
            )}
            {found.mixes.length > 0 && (
              <Shelf title={t('search.mixes')} more={<ShowAll what={t('search.mixes')} onClick={() => onShowAll('mixes')} />}>
                <Mixes mixes={found.mixes.slice(0, SEARCH_ALL.mixes)} />
              </Shelf>
            )}
            {found.tracks.length + found.stations.length + found.mixes.length === 0 && <NothingSpecified />}
            <Row title={t('library.albums')} items={found.albums} card={(album) => <AlbumCard album={album} />} />
            <Row title={t('library.artists')} items={found.artists} card={(artist) => <ArtistCard artist={artist} />} />
            <Row title={t('search.podcasts')} items={found.podcasts} card={(podcast) => <PodcastCard podcast={podcast} />} />
            <Row title={t('search.episodes')} items={found.episodes} card={(episode) => <EpisodeCard episode={episode} />} />
            <Row title={t('search.playlists')} items={found.playlists} card={(playlist) => <PlaylistCard playlist={playlist} />} />
            <Row title={t('search.people')} items={found.people} card={(person) => <PersonCard person={person} />} />
          </div>
        )}
      </QueryView>
    </Fading>
  );
}

const ShowAll = ({ what, onClick }: { what: string; onClick: () => void }) => (
  <Button variant="ghost" size="sm" className="-mr-3.5" onClick={onClick}>
    {t('search.showAll')}
    <span className="sr-only">: {what}</span>
  </Button>
);

function Tracks({ found, q }: { found: SearchResults; q: string }) {
  const tracks = found.tracks.slice(0, SEARCH_ALL.tracks);
  const { stateOf, play, toggle } = usePlayback(tracks, contextOf(q));
  return (
    // Eight cards fill whole rows of 2, 4 or 8.
    <ul aria-label={t('search.tracks')} className="grid grid-cols-2 gap-x-4.5 gap-y-6 @2xl:grid-cols-4 @5xl:grid-cols-8">
      {tracks.map((track) => (
        <li key={track.id}>
          <TrackCard track={track} state={stateOf(track)} onToggle={toggle} onPlay={play} />
        </li>
      ))}
    </ul>
  );
}

function Stations({ stations }: { stations: SearchResults['stations'] }) {
  return (
    <ul aria-label={t('search.radio')} className="grid grid-cols-2 gap-x-4.5 gap-y-6 @2xl:grid-cols-4 @5xl:grid-cols-8">
      {stations.map((station) => (
        <li key={station.id}>
          <StationCard station={station} />
        </li>
      ))}
    </ul>
  );
}

function Mixes({ mixes }: { mixes: SearchResults['mixes'] }) {
  return (
    <CardGrid label={t('search.mixes')}>
      {mixes.map((mix) => (
        <li key={mix.id}>
          <MixCard mix={mix} />
        </li>
      ))}
    </CardGrid>
  );
}

/** A row of cards under a heading; hidden if there are none. */
function Row<T extends { id: string }>({ title, items, card }: { title: string; items: readonly T[]; card: (item: T) => ReactNode }) {
  if (items.length === 0) return null;
  return (
    <Shelf title={title}>
      <CardGrid label={title}>
        {items.slice(0, SHELF).map((item) => (
          <li key={item.id}>{card(item)}</li>
        ))}
      </CardGrid>
    </Shelf>
  );
}

/** No track, station or mix matches; albums, artists, podcasts, playlists and people may. */
function NothingSpecified() {
  const lines = [
    { icon: Music2, text: t('search.noTracks') },
    { icon: Radio, text: t('search.noRadio') },
    { icon: Disc3, text: t('search.noMixes') },
  ];
  return (
    <ul data-slot="empty" className="grid gap-3 @2xl:grid-cols-3">
      {lines.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-center gap-3 rounded-xl border border-line border-dashed p-4 text-fg-muted">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-surface-2 text-accent-text">
            <Icon size={18} aria-hidden />
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
