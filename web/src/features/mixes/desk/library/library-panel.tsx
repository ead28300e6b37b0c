import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { editablePlaylistsQuery } from '@/api/playlists';
import { leading } from '@/dj/choose/free';
import type { History } from '@/dj/choose/history';
import type { Prepared } from '@/dj/choose/prepared';
import type { DeckTrack } from '@/dj/deck/track';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { Select } from '@/ui/select';
import { Pad } from '../controls';
import { ExchangeButton } from '../exchange/exchange-button';
import { useWatched } from '../use-watched';
import { SongGrid } from './song-grid';
import { isCrate, type Sort, type Source, useSongs } from './use-songs';
import './library.css';

/** The sources that say how to fill them. */
const EMPTY = ['prepared', 'history', 'goesWith'] as const;
const SOURCES = ['all', 'goesWith', 'prepared', 'liked', 'history'] as const;

type LibraryProps = { desk: Desk; prepared: Prepared; history: History };

/** The songs of the library: searched, from a crate, those that go with what plays, to play next, or played before. */
export function LibraryPanel({ desk, prepared, history }: LibraryProps) {
  const [words, setWords] = useState('');
  const [source, setSource] = useState<Source>('all');
  const [sort, setSort] = useState<Sort>(null);
  const { heard } = useWatched(history);
  const played = useMemo(() => new Set(heard.map(({ track }) => track.id)), [heard]);
  const leader = useLeader(desk);
  const { rows, isPending, onRange, retry } = useSongs({ source, words, sort, leader, prepared, history });
  const last = source === 'goesWith' ? 'desk.match' : source === 'history' ? 'desk.at' : 'desk.time';
  const isShownOrder = source === 'prepared' && sort === null && words.trim() === '';
  return (
    <section aria-label={t('desk.library')} className="desk-library">
      <div className="desk-find">
        <SearchField value={words} onChange={setWords} />
        <Crates value={source} onChange={setSource} />
        <ExchangeButton />
      </div>
      <Sources value={source} onChange={setSource} prepared={prepared} />
      {source === 'goesWith' && leader && <p className="desk-note">{[leader.title, leader.artist].filter(Boolean).join(' – ')}</p>}
      {source === 'history' && heard.length > 0 && (
        <Pad className="desk-clear" onClick={() => history.clear()}>
          {t('desk.clearHistory')}
        </Pad>
      )}
      {retry && <Failed onRetry={retry} />}
      {isPending ? (
        <RowsSkeleton rowHeight={44} rows={6} />
      ) : rows.length === 0 ? (
        !retry && <Nothing source={source} isSearch={words.trim() !== ''} leader={leader} />
      ) : (
        <SongGrid
          key={source}
          desk={desk}
          prepared={prepared}
          leader={leader}
          rows={rows}
          played={played}
          sort={sort}
          onSort={setSort}
          onRange={onRange}
          saysWhy={source === 'goesWith'}
          last={t(last)}
          isOrdered={isShownOrder}
        />
      )}
    </section>
  );
}

/** The track of the leading deck, with the tempo at which it plays. */
function useLeader(desk: Desk): DeckTrack | null {
  const track = useSyncExternalStore(desk.watchAll, () => leading(desk)?.get().track ?? null);
  const pitch = useSyncExternalStore(desk.watchAll, () => Math.round((leading(desk)?.get().pitch ?? 0) * 2) / 2);
  return useMemo(() => track && { ...track, bpm: track.bpm && track.bpm * (1 + pitch / 100) }, [track, pitch]);
}

/** The field that the key / goes to. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, select, [contenteditable]');
      if (key !== '/' || ctrlKey || metaKey || altKey || isTyping || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      event.stopPropagation(); // elsewhere, it goes to the search of the app
      field.current?.focus();
    };
    window.addEventListener('keydown', find, { capture: true });
    return () => window.removeEventListener('keydown', find, { capture: true });
  }, []);
  return (
    <search className="desk-search">
      <Search size={16} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={t('desk.search')}
        placeholder={t('desk.search')}
        autoComplete="off"
        value={value}
        maxLength={100}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          event.currentTarget.closest('.desk-library')?.querySelector<HTMLElement>('[role=grid]')?.focus();
        }}
      />
    </search>
  );
}

function Sources({ value, onChange, prepared }: { value: Source; onChange: (source: Source) => void; prepared: Prepared }) {
  const { tracks } = useWatched(prepared);
  return (
    <fieldset className="desk-sources">
      <legend className="sr-only">{t('desk.source')}</legend>
      {SOURCES.map((source) => (
        <Pad key={source} pressed={source === value} onClick={() => onChange(source)}>
          {t(`desk.source.${source}`)}
          {source === 'prepared' && tracks.length > 0 && <span className="tnum">{tracks.length}</span>}
        </Pad>
      ))}
    </fieldset>
  );
}

/** The person's playlists. */
function Crates({ value, onChange }: { value: Source; onChange: (source: Source) => void }) {
  const { data } = useQuery(editablePlaylistsQuery);
  if (!data || data.length === 0) return null;
  return (
    <Select
      label={t('desk.crate')}
      value={isCrate(value) ? value : ''}
      onChange={(id) => onChange(id || 'all')}
      options={[{ value: '', label: t('desk.crate.none') }, ...data.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}

function Nothing({ source, isSearch, leader }: { source: Source; isSearch: boolean; leader: DeckTrack | null }) {
  const own = isSearch || (source === 'goesWith' && leader) ? undefined : EMPTY.find((name) => name === source);
  return <p className="desk-nothing">{t(own ? `desk.nothing.${own}` : 'desk.nothing')}</p>;
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert" className="desk-nothing">
    {t('desk.unreachable')} <Pad onClick={onRetry}>{t('desk.retry')}</Pad>
  </p>
);
