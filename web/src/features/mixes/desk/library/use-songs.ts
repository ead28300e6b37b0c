import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { likedList, trackList } from '@/api/lists';
import { apiQuery, wholeList } from '@/api/query-client';
import type { Track } from '@/api/types';
import { questions, ranked } from '@/dj/choose/candidates';
import type { Heard, History } from '@/dj/choose/history';
import type { Fit } from '@/dj/choose/match';
import type { Prepared } from '@/dj/choose/prepared';
import type { DeckTrack } from '@/dj/deck/track';
import { plain } from '@/lib/plain';
import { useSettled } from '@/lib/settled';
import { usePages } from '@/things/list/pages';
import { useWatched } from '../use-watched';

/** Where the songs are from; any other value is the ID of a playlist. */
export type Source = 'all' | 'liked' | 'prepared' | 'history' | 'goesWith' | (string & {});
const OWN = ['all', 'liked', 'prepared', 'history', 'goesWith'];
export const isCrate = (source: Source) => !OWN.includes(source);

export const COLUMNS = ['title', 'artist', 'bpm', 'key', 'energy', 'duration'] as const;
export type Column = (typeof COLUMNS)[number];
export type Sort = { by: Column; down: boolean } | null;

export type Row = { key: string; track: Track; fit?: Fit; at?: number };

const FOUND = 100;
const ALIKE = 100;

type Asked = { source: Source; words: string; sort: Sort; leader: DeckTrack | null; prepared: Prepared; history: History };
type Songs = {
  rows: readonly (Row | undefined)[];
  isPending: boolean;
  onRange?: (first: number, last: number) => void;
  retry?: () => void;
};

const rowOf = (track: Track): Row => ({ key: track.id, track });

/** The songs of a source, searched and sorted. */
export function useSongs({ source, words, sort, leader, prepared, history }: Asked): Songs {
  const search = useSettled(words.trim());
  const all = useServer('all', source, search, sort);
  const liked = useServer('liked', source, search, sort);
  const found = useFound(source === 'all' ? search : '', sort);
  const likes = useLikes(source === 'liked' && search !== '');
  const crate = useCrate(isCrate(source) ? source : '');
  const fitting = useFitting(source === 'goesWith' ? leader : null);
  const { tracks } = useWatched(prepared);
  const { heard } = useWatched(history);
  const kept = fitting.rows ?? likes.rows ?? crate.rows;
  const own = source === 'prepared' ? tracks.map(rowOf) : source === 'history' ? heard.map(heardRow) : kept;
  const shown = useMemo(() => sorted(matching(own ?? [], search), sort), [own, search, sort]);
  if (source === 'all') return search === '' ? all : found;
  if (source === 'liked' && search === '') return liked;
  const query = source === 'goesWith' ? fitting : source === 'liked' ? likes : crate;
  const isAsked = isCrate(source) || source === 'liked' || (source === 'goesWith' && leader !== null);
  return { rows: shown, isPending: isAsked && query.isPending, retry: isAsked ? query.retry : undefined };
}

const heardRow = ({ at, track }: Heard): Row => ({ key: `${at} ${track.id}`, track, at });

/** A list that the server sorts, page by page. */
function useServer(kind: 'all' | 'liked', source: Source, search: string, sort: Sort): Songs {
  const order = sort ? (`${sort.down ? '-' : ''}${sort.by}` as const) : kind === 'all' ? '-added' : undefined;
  const list = kind === 'all' ? trackList({ sort: order }) : likedList(order ? { sort: order } : {});
  const { data, isPending, onRange, error, refetch } = usePages<Track>(list, source === kind && search === '');
  const rows = useMemo(() => data?.map((track) => track && rowOf(track)) ?? [], [data]);
  return { rows, isPending, onRange, retry: error ? refetch : undefined };
}

/** What the server finds; while the next answer is on its way, the last one stays. */
function useFound(search: string, sort: Sort): Songs {
  const { data, isPending, error, refetch } = useQuery({
    ...apiQuery(['/api/search', { q: search, limit: FOUND }]),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => sorted((data?.tracks ?? []).map(rowOf), sort), [data, sort]);
  return { rows, isPending, retry: error ? () => void refetch() : undefined };
}

/** All liked songs, which are searched here. */
function useLikes(isOn: boolean) {
  const { data, isPending, error, refetch } = useQuery({ ...wholeList(['/api/liked-tracks', { limit: 500 }]), enabled: isOn });
  const rows = useMemo(() => (isOn ? data?.map(rowOf) : undefined), [isOn, data]);
  return { rows, isPending, retry: error ? () => void refetch() : undefined };
}

function useCrate(id: string) {
  const { data, isPending, error, refetch } = useQuery({ ...wholeList(['/api/playlists', id, 'tracks']), enabled: id !== '' });
  const rows = useMemo(() => data?.map((entry) => ({ key: entry.entryId, track: entry })), [data]);
  return { rows: id ? rows : undefined, isPending, retry: error ? () => void refetch() : undefined };
}

/** What goes with a track, the best first. */
function useFitting(leader: DeckTrack | null) {
  const lists = useQueries({
    queries: (leader ? questions(leader) : []).map((question) => apiQuery(['/api/tracks', { ...question, withoutMixes: true }])),
    combine: (all) => ({
      isPending: all.some((one) => one.isPending),
      error: all.find((one) => one.error)?.error,
      tracks: all.map(({ data }) => data ?? []),
      refetch: () => Promise.all(all.map((one) => one.refetch())),
    }),
  });
  const alike = useQuery({ ...apiQuery(['/api/tracks', leader?.id ?? '', 'similar', { limit: ALIKE }]), enabled: leader?.id != null });
  const rows = useMemo(
    () => leader && ranked(leader, lists.tracks, alike.data ?? []).map(({ track, fit }) => ({ key: track.id, track, fit })),
    [leader, lists.tracks, alike.data],
  );
  return { rows, isPending: lists.isPending, retry: lists.error ? () => void lists.refetch() : undefined };
}

function matching(rows: readonly Row[], words: string): readonly Row[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return rows.filter(({ track }) => {
    const text = plain(`${track.title} ${track.artist} ${track.album}`);
    return wanted.every((word) => text.includes(word));
  });
}

const NUMERIC = { bpm: 'bpm', energy: 'energy', duration: 'duration' } as const;

/** Unknown values come last, in either direction. */
function sorted(rows: readonly Row[], sort: Sort): readonly Row[] {
  if (!sort) return rows;
  const { by, down } = sort;
  const value = ({ track }: Row): number | string | null =>
    by === 'key' ? keyOrder(track.camelot) : by === 'title' || by === 'artist' ? track[by] || null : track[NUMERIC[by]];
  const compare = (a: number | string, b: number | string) => (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b));
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return down ? -compare(a, b) : compare(a, b);
  });
}

/** Around Camelot's wheel: 1A, 1B, 2A … */
const keyOrder = (camelot: string) => (camelot ? Number.parseInt(camelot, 10) * 2 + (camelot.endsWith('B') ? 1 : 0) : null);
