import { Link } from '@tanstack/react-router';
import { Music2, X } from 'lucide-react';
import { pathOf, trackList } from '@/api/lists';
import { t as sound } from '@/i18n/analysis';
import { t } from '@/i18n/browse';
import { withParams } from '@/lib/params';
import { usePrefs } from '@/lib/prefs';
import { EmptyLibrary } from '@/things/library/empty-library';
import { LibraryFrame } from '@/things/library/library-frame';
import { usePages } from '@/things/list/pages';
import { SortSelect, sortOf } from '@/things/list/sort-select';
import { PlayButtons } from '@/things/play/play-buttons';
import { TrackRows } from '@/things/track/track-rows';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Select } from '@/ui/select';
import { UploadButton } from '@/ui/upload-button';
import type { SectionProps } from './section';
import { asked, NO_FILTER, SoundFilters, soundFilterOf, soundQueryOf } from './sound-filters';

const SORTS = [
  'newest',
  'added',
  'title',
  '-title',
  'artist',
  '-artist',
  'album',
  '-year',
  '-duration',
  'duration',
  '-plays',
  '-rating',
  'bpm',
  'key',
  'loudness',
  '-energy',
] as const;
const BY_SOUND: readonly string[] = ['bpm', 'key', 'loudness', '-energy'];

export function TracksSection({ search, set }: SectionProps) {
  const sort = sortOf(SORTS, search.sort);
  const { genre } = search;
  const [yearFrom, yearTo, ratingMin] = [number(search.yearFrom), number(search.yearTo), number(search.ratingMin)];
  const filter = soundFilterOf(search);
  const filtered = Object.keys(filter).length > 0;
  const columns = usePrefs((prefs) => prefs.soundColumns) || filtered || BY_SOUND.includes(sort);
  const list = trackList({
    sort,
    genre,
    yearFrom: asked(yearFrom),
    yearTo: asked(yearTo),
    ratingMin: asked(ratingMin),
    ...soundQueryOf(filter),
  });
  const tracks = usePages(list);
  const years = yearFrom && (yearTo && yearTo !== yearFrom ? `${yearFrom}–${yearTo}` : yearFrom);
  const href = withParams('/library', { tab: 'tracks', genre, yearFrom, yearTo, ratingMin });
  const context = { kind: 'library', title: genre ?? years ?? t('library.title'), href, more: { path: pathOf(list) } };
  return (
    <LibraryFrame
      section="tracks"
      title={t('library.title')}
      lead={tracks.data && t('library.trackCount', { n: tracks.total })}
      actions={
        <>
          <PlayButtons context={context} disabled={tracks.total === 0} />
          <UploadButton variant="outline" compact />
          <SoundFilters filter={filter} set={set} />
          <RatingFilter value={ratingMin} set={set} />
          <SortSelect value={sort} options={SORTS} onChange={(next) => set({ sort: next })} />
        </>
      }
    >
      {(genre || years) && (
        <p className="mb-4 flex flex-wrap gap-2">
          {genre && (
            <Chip label={t('library.clearGenre')} onClear={() => set({ genre: undefined })}>
              {t('library.inGenre', { genre })}
            </Chip>
          )}
          {years && (
            <Chip label={t('library.clearYears')} onClear={() => set({ yearFrom: undefined, yearTo: undefined })}>
              {t('library.inYears', { years })}
            </Chip>
          )}
        </p>
      )}
      <TrackRows
        list={list}
        pages={tracks}
        label={t('library.tracks')}
        context={context}
        sound={columns}
        empty={
          filtered || ratingMin ? (
            <NothingMatches onClear={() => set({ ...NO_FILTER, ratingMin: undefined })} bySound={filtered && !ratingMin} />
          ) : genre || years ? (
            <NoMatches />
          ) : (
            <EmptyLibrary />
          )
        }
      />
    </LibraryFrame>
  );
}

/** Addresses can contain anything. */
const number = (text: string | undefined) => (text && /^\d{1,4}$/.test(text) ? text : undefined);

function RatingFilter({ value = '', set }: { value?: string; set: SectionProps['set'] }) {
  return (
    <Select
      label={t('library.ratingFilter')}
      value={value}
      onChange={(next) => set({ ratingMin: next || undefined })}
      options={[
        { value: '', label: t('library.anyRating') },
        ...[5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: t('library.rated', { n }) })),
      ]}
    />
  );
}

function Chip({ label, onClear, children }: { label: string; onClear: () => void; children: string }) {
  return (
    <Button variant="outline" size="sm" aria-label={label} onClick={onClear}>
      {children}
      <X size={14} aria-hidden />
    </Button>
  );
}

function NothingMatches({ onClear, bySound }: { onClear: () => void; bySound: boolean }) {
  return (
    <EmptyState
      icon={Music2}
      title={bySound ? sound('filter.none') : t('library.nothingMatches')}
      text={bySound ? sound('filter.noneText') : t('library.nothingMatchesText')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {bySound ? sound('filter.clear') : t('library.clearFilters')}
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
