import '@/i18n/lists';
import { Link } from '@tanstack/react-router';
import { Music2, X } from 'lucide-react';
import { EmptyLibrary } from '@/features/tracks/empty-library';
import { LibraryFrame } from '@/features/tracks/library-frame';
import { PlayButtons } from '@/features/tracks/play-buttons';
import { QUEUE_LIMIT } from '@/features/tracks/playback';
import { firstTracks, tracksQuery, usePaged } from '@/features/tracks/queries';
import { TrackList, TrackListSkeleton } from '@/features/tracks/track-list';
import { t } from '@/i18n/analysis';
import { usePrefs } from '@/lib/prefs';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { UploadButton } from '@/ui/upload-button';
import type { SectionProps } from './library-page';
import { SortSelect, sortOf } from './sort-select';
import { NO_FILTER, SoundFilters, soundFilterOf } from './sound-filters';

const SORTS = ['newest', 'title', 'artist', 'bpm', 'key', 'loudness', '-energy'] as const;

export function TracksSection({ search, set }: SectionProps) {
  const sort = sortOf(SORTS, search.sort);
  const { genre } = search;
  const filter = soundFilterOf(search);
  const filtered = Object.keys(filter).length > 0;
  const columns = usePrefs((prefs) => prefs.soundColumns) || filtered || !['newest', 'title', 'artist'].includes(sort);
  const query = tracksQuery({ sort, genre, ...filter });
  const tracks = usePaged(query);
  const context = {
    kind: 'library',
    title: genre ?? t('library.title'),
    href: genre ? `/library?tab=tracks&genre=${encodeURIComponent(genre)}` : '/library?tab=tracks',
  };
  return (
    <LibraryFrame
      section="tracks"
      title={t('library.title')}
      lead={tracks.data && t('library.trackCount', { n: tracks.total })}
      actions={
        <>
          <PlayButtons load={() => firstTracks(query, QUEUE_LIMIT)} context={context} disabled={tracks.total === 0} />
          <UploadButton variant="outline" />
          <SoundFilters filter={filter} set={set} />
          <SortSelect value={sort} options={SORTS} onChange={(next) => set({ sort: next })} />
        </>
      }
    >
      {genre && (
        <p className="mb-4">
          <Button variant="outline" size="sm" aria-label={t('library.clearGenre')} onClick={() => set({ genre: undefined })}>
            {t('library.inGenre', { genre })}
            <X size={14} aria-hidden />
          </Button>
        </p>
      )}
      <QueryView
        query={tracks}
        skeleton={<TrackListSkeleton />}
        empty={filtered ? <NothingSounds onClear={() => set(NO_FILTER)} /> : genre ? <NoMatches /> : <EmptyLibrary />}
      >
        {(items) => (
          <TrackList
            // Another order is another list, read from its top.
            key={`${sort} ${genre} ${JSON.stringify(filter)}`}
            label={t('library.tracks')}
            tracks={items}
            total={tracks.total}
            context={context}
            sound={columns}
            onEnd={tracks.loadMore}
            onRetry={tracks.retryMore}
          />
        )}
      </QueryView>
    </LibraryFrame>
  );
}

function NothingSounds({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={Music2}
      title={t('filter.none')}
      text={t('filter.noneText')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  );
}

function NoMatches() {
  return (
    <EmptyState
      icon={Music2}
      title={t('library.noMatches')}
      text={t('library.noMatchesText')}
      action={
        <Button asChild variant="secondary">
          <Link to="/library" search={{ tab: 'genres' }}>
            {t('library.genres')}
          </Link>
        </Button>
      }
    />
  );
}
