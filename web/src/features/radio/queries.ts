import { queryOptions } from '@tanstack/react-query';
import { RADIOS } from '@/api/stations';
import type { Track } from '@/api/types';

export type StationTab = 'browse' | 'local' | 'trending';

/** The filters of a list of stations; empty texts do not filter. */
export type StationFilter = { q: string; country: string; genre: string };

const SORTS: Record<StationTab, string> = { browse: 'popular', local: 'popular', trending: 'trending' };

/** A list of stations on the server. */
export const stationsKey = (tab: StationTab, { q, country, genre }: StationFilter) =>
  [RADIOS, { sort: SORTS[tab], q: q || undefined, country: country || undefined, genre: genre || undefined }] as const;

/** The stations' genres. */
export const genresQuery = queryOptions<{ name: string }[]>({ queryKey: [RADIOS, 'genres'] });

/** An item that a station played. */
export type Play = {
  playId: string;
  at: string;
  /** Null while it is on air. */
  ended: string | null;
  artist: string;
  title: string;
  trackId: string | null;
  track: Track | null;
  coverUrl: string | null;
};

const SHOWN = 20;

/** What a station played last, latest first, after the current item. */
export const historyQuery = (id: string) =>
  queryOptions<Play[], Error, Play[]>({
    queryKey: [RADIOS, id, 'history', { limit: SHOWN + 1 }],
    select: (plays) => plays.filter(({ ended }) => ended !== null).slice(0, SHOWN),
  });

/** A show at its time. */
export type ShowTime = { showId: string; name: string; kind: 'lists' | 'live'; dj: string | null; from: string; to: string };

/** A station's shows between two moments. */
export const scheduleQuery = (id: string, from: string, to: string) =>
  queryOptions<ShowTime[]>({ queryKey: [RADIOS, id, 'schedule', { from, to }] });

/** A listener's request. */
export type StationRequest = {
  id: string;
  track: Track;
  by: { id: string | null; name: string };
  isOwn: boolean;
  message: string;
  votes: number;
  hasVoted: boolean;
  state: 'waiting' | 'queued' | 'played' | 'refused';
  reason: string;
  at: string | null;
};

export type StationRequests = { isOpen: boolean; perHour: number; isByVote: boolean; items: StationRequest[] };

export const requestsQuery = (id: string) => queryOptions<StationRequests>({ queryKey: [RADIOS, id, 'requests'] });
