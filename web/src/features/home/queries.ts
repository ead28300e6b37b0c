import { type QueryClient, useQuery } from '@tanstack/react-query';
import { newestTracksQuery, recentlyPlayedQuery } from '@/api/queries';
import type { Track } from '@/api/types';
import { HOME } from '@/lib/constants';

/** The last played tracks, topped up with the newest; each track once. */
export function topUp(recent: readonly Track[], newest: readonly Track[], limit: number): Track[] {
  const known = new Set(recent.map((track) => track.id));
  return [...recent, ...newest.filter((track) => !known.has(track.id))].slice(0, limit);
}

export const recentQuery = recentlyPlayedQuery(HOME.tracks);
export const newestQuery = newestTracksQuery(HOME.tracks);

/** The tracks of “Recently Played”. The newest ones replace the history if it fails. */
export function useHomeTracks() {
  const recent = useQuery(recentQuery);
  const newest = useQuery(newestQuery);
  const isPending = recent.isPending || newest.isPending;
  const failed = recent.data === undefined && newest.data === undefined;
  return {
    data: isPending || failed ? undefined : topUp(recent.data ?? [], newest.data ?? [], HOME.tracks),
    /** Whether the person has played nothing, so that these are only the newest. */
    isNewest: recent.data?.length === 0 && (newest.data?.length ?? 0) > 0,
    isPending,
    error: failed ? newest.error : null,
    refetch: () => Promise.all([recent.refetch(), newest.refetch()]),
  };
}

/** The tracks of “Start Listening”: the page's own first, so that playback starts without another request if possible. */
export async function startingTracks(client: QueryClient, more: () => Promise<Track[]>): Promise<Track[]> {
  const shown = topUp(client.getQueryData(recentQuery.queryKey) ?? [], client.getQueryData(newestQuery.queryKey) ?? [], HOME.tracks);
  return shown.length > 0 ? shown : more();
}
