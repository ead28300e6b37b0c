import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { apiQuery } from '@/api/query-client';
import type { Track } from '@/api/types';
import type { Desk } from '@/dj/desk';
import { matchScore } from '@/dj/match';
import type { DeckTrack } from '@/dj/track';
import { t } from '@/i18n/desk';
import { seedOf } from '@/lib/art';
import { time } from '@/lib/format';
import { Cover } from '@/ui/cover';
import { dragTracks } from '@/ui/dnd/dnd';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { Select } from '@/ui/select';
import { loadTrack } from './deck-panel';
import { useWatched } from './use-watched';

const SHOWN = 50;
/** How many songs are compared with the one that plays. */
const COMPARED = 300;
/** The reach of the tempo, as a share. */
const NEAR = 0.1;

type Basis = 'newest' | 'a' | 'b';

/** The songs of the library: searched, or those that go with what a deck holds. */
export function LibraryPanel({ desk }: { desk: Desk }) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Basis>('newest');
  const search = useDeferredValue(words.trim());
  const held = [useWatched(desk.decks[0] as Desk['decks'][number]).track, useWatched(desk.decks[1] as Desk['decks'][number]).track];
  const basis = (chosen === 'newest' ? null : held[chosen === 'a' ? 0 : 1]) ?? null;
  const { tracks, isPending } = useTracks(search, basis);
  return (
    <section aria-label={t('desk.library')} className="desk-library">
      <div className="desk-find">
        <search className="desk-search">
          <Search size={16} aria-hidden />
          <input
            type="search"
            aria-label={t('desk.search')}
            placeholder={t('desk.search')}
            value={words}
            maxLength={100}
            onChange={({ target }) => setWords(target.value)}
          />
        </search>
        <Select
          label={t('desk.goesWith')}
          value={basis ? chosen : 'newest'}
          onChange={setChosen}
          options={[
            { value: 'newest', label: t('desk.newest') },
            ...(['a', 'b'] as const).flatMap((side, i) =>
              held[i]?.bpm ? [{ value: side, label: `${t('desk.goesWith')} ${held[i]?.title}` }] : [],
            ),
          ]}
        />
      </div>
      {isPending ? (
        <RowsSkeleton rowHeight={48} rows={6} />
      ) : tracks.length === 0 ? (
        <p className="desk-nothing">{t('desk.nothing')}</p>
      ) : (
        <Songs desk={desk} tracks={tracks} basis={basis} />
      )}
    </section>
  );
}

/** What is searched for, or what has a near tempo, the best match first. */
function useTracks(search: string, basis: DeckTrack | null): { tracks: readonly Track[]; isPending: boolean } {
  const found = useQuery({ ...apiQuery(['/api/search', { q: search, limit: SHOWN }]), enabled: search.length > 1 });
  const bpm = basis?.bpm ?? null;
  const tempo = bpm ? { bpmMin: Math.floor(bpm * (1 - NEAR)), bpmMax: Math.ceil(bpm * (1 + NEAR)) } : {};
  const listed = useQuery(apiQuery(['/api/tracks', { limit: bpm ? COMPARED : SHOWN, sort: '-added', ...tempo }]));
  const all = (search.length > 1 ? found.data?.tracks : listed.data) ?? [];
  const tracks = basis
    ? all
        .filter(({ id }) => id !== basis.id)
        .sort((a, b) => matchScore(basis, b) - matchScore(basis, a))
        .slice(0, SHOWN)
    : all;
  return { tracks, isPending: search.length > 1 ? found.isPending : listed.isPending };
}

function Songs({ desk, tracks, basis }: { desk: Desk; tracks: readonly Track[]; basis: DeckTrack | null }) {
  return (
    <div className="desk-songs">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('desk.title')}</th>
            <th scope="col" className="desk-col-artist">
              {t('desk.artist')}
            </th>
            <th scope="col">{t('desk.bpm')}</th>
            <th scope="col">{t('desk.key')}</th>
            {basis && <th scope="col">{t('desk.match')}</th>}
            <th scope="col" className="desk-col-time">
              {t('desk.time')}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {tracks.map((track) => (
            <Song key={track.id} desk={desk} track={track} basis={basis} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const LOADS = ['desk.loadA', 'desk.loadB'] as const;

function Song({ desk, track, basis }: { desk: Desk; track: Track; basis: DeckTrack | null }) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => (row.current ? dragTracks(row.current, () => ({ tracks: [track] })) : undefined), [track]);
  return (
    <tr ref={row}>
      <th scope="row">
        <span className="desk-song">
          <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="32px" className="size-8 shrink-0 rounded-sm" />
          <span className="min-w-0">
            <span className="desk-song-title">{track.title}</span>
            <span className="desk-song-artist">{track.artist}</span>
          </span>
        </span>
      </th>
      <td className="desk-col-artist">{track.artist}</td>
      <td className="tnum">{track.bpm?.toFixed(1) ?? '–'}</td>
      <td>{track.key || '–'}</td>
      {basis && <td className="tnum">{matchScore(basis, track)}%</td>}
      <td className="desk-col-time tnum">{time(track.duration)}</td>
      <td>
        <span className="desk-load">
          {desk.decks.map((deck, i) => {
            const name = t(LOADS[i] ?? 'desk.loadA');
            return (
              <button
                key={name}
                type="button"
                data-deck={i}
                aria-label={t('desk.load', { load: name, title: track.title })}
                onClick={() => loadTrack(desk, deck, track)}
              >
                {name}
              </button>
            );
          })}
        </span>
      </td>
    </tr>
  );
}
