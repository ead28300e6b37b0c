import { Disc3, Music2, Radio, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SearchResults } from '@/api/types';
import { AlbumCard } from '@/features/tracks/album-card';
import { ArtistCard } from '@/features/tracks/artist-card';
import { CardGrid, Shelf } from '@/features/tracks/card-grid';
import { CoverGridSkeleton } from '@/features/tracks/cover-grid';
import { usePlayback } from '@/features/tracks/playback';
import { TrackCard } from '@/features/tracks/track-card';
import { TrackList, TrackListSkeleton } from '@/features/tracks/track-list';
import { t } from '@/i18n/lists';
import { cn } from '@/lib/cn';
import { SEARCH_ALL } from '@/lib/constants';
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

/** Albums and artists stand in one row each. */
const SHELF = 6;

const contextOf = (q: string) => ({ kind: 'search', title: q, href: `/search?q=${encodeURIComponent(q)}` });

/** The answers to an earlier query step back while the next are on their way. */
function Fading({ query, children }: { query: Query; children: ReactNode }) {
  return <div className={cn('transition-opacity', query.isPlaceholderData && 'opacity-60')}>{children}</div>;
}

export function TrackResults({ query, q }: { query: Query; q: string }) {
  return (
    <Fading query={query}>
      <QueryView
        query={query}
        skeleton={<TrackListSkeleton />}
        isEmpty={(data) => data.tracks.length === 0}
        empty={<EmptyState icon={SearchX} title={t('search.noTracks')} text={t('search.noTracksText')} />}
      >
        {({ tracks }) => <TrackList label={t('search.tracks')} tracks={tracks} context={contextOf(q)} />}
      </QueryView>
    </Fading>
  );
}

export const NoRadio = () => <EmptyState icon={Radio} title={t('search.noRadio')} text={t('search.noRadioText')} />;
export const NoMixes = () => <EmptyState icon={Disc3} title={t('search.noMixes')} text={t('search.noMixesText')} />;

export function AllResults({ query, q, onShowAll }: { query: Query; q: string; onShowAll: () => void }) {
  return (
    <Fading query={query}>
      <QueryView query={query} skeleton={<CoverGridSkeleton cards={SEARCH_ALL.tracks} />}>
        {(found) => (
          <div className="[&>section:first-child]:mt-0">
            {found.tracks.length > 0 ? <Tracks found={found} q={q} onShowAll={onShowAll} /> : <NothingSpecified />}
            {found.albums.length > 0 && <Albums found={found} />}
            {found.artists.length > 0 && <Artists found={found} />}
          </div>
        )}
      </QueryView>
    </Fading>
  );
}

function Tracks({ found, q, onShowAll }: { found: SearchResults; q: string; onShowAll: () => void }) {
  const tracks = found.tracks.slice(0, SEARCH_ALL.tracks);
  const { stateOf, play, toggle } = usePlayback(tracks, contextOf(q));
  return (
    <Shelf
      title={t('search.tracks')}
      more={
        <Button variant="ghost" size="sm" onClick={onShowAll}>
          {t('search.showAll')}
        </Button>
      }
    >
      {/* Eight cards fill whole rows: 2, 4 or 8 beside each other. */}
      <ul aria-label={t('search.tracks')} className="grid grid-cols-2 gap-x-4.5 gap-y-6 @2xl:grid-cols-4 @5xl:grid-cols-8">
        {tracks.map((track) => (
          <li key={track.id}>
            <TrackCard track={track} state={stateOf(track)} onToggle={toggle} onPlay={play} />
          </li>
        ))}
      </ul>
    </Shelf>
  );
}

function Albums({ found }: { found: SearchResults }) {
  return (
    <Shelf title={t('library.albums')}>
      <CardGrid label={t('library.albums')}>
        {found.albums.slice(0, SHELF).map((album) => (
          <li key={album.id}>
            <AlbumCard album={album} />
          </li>
        ))}
      </CardGrid>
    </Shelf>
  );
}

function Artists({ found }: { found: SearchResults }) {
  return (
    <Shelf title={t('library.artists')}>
      <CardGrid label={t('library.artists')}>
        {found.artists.slice(0, SHELF).map((artist) => (
          <li key={artist.id}>
            <ArtistCard artist={artist} />
          </li>
        ))}
      </CardGrid>
    </Shelf>
  );
}

/** No track, station or mix matches; albums and artists may. */
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
