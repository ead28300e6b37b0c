import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '@/api/query-client';
import type { TrackDetail } from '@/api/types';
import { useCurrent, usePlayerState } from './use-player';

/** The audible song: the loaded one, or the library's version of what a station plays; undefined if there is none. */
export function useCurrentTrackId(): string | undefined {
  const current = useCurrent();
  const heard = usePlayerState((player) => player.onAir?.trackId);
  if (current?.details.podcastId || current?.details.mix) return undefined;
  return current?.details.live ? (heard ?? undefined) : current?.track.id;
}

/** The server's details of that song; undefined until they are loaded. */
export function useCurrentDetail(): TrackDetail | undefined {
  const current = useCurrent();
  const id = useCurrentTrackId();
  const known = current?.details.live || current?.track.audioUrl.startsWith('/api/tracks/'); // not items of a shared link
  return useQuery({ ...apiQuery(['/api/tracks', id]), enabled: id !== undefined && known === true }).data;
}
