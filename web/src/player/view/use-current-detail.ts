import { useQuery } from '@tanstack/react-query';
import type { TrackDetail } from '@/api/types';
import { useCurrent, usePlayerState } from './use-player';

/** The song that is heard: the one that is loaded, or of the library what a station plays; undefined where there is none. */
export function useCurrentTrackId(): string | undefined {
  const current = useCurrent();
  const heard = usePlayerState((player) => player.onAir?.trackId);
  if (current?.details.podcastId) return undefined;
  return current?.details.live ? (heard ?? undefined) : current?.track.id;
}

/** Everything the server knows of that song; undefined until it has said so. */
export function useCurrentDetail(): TrackDetail | undefined {
  const current = useCurrent();
  const id = useCurrentTrackId();
  const known = current?.details.live || current?.track.audioUrl.startsWith('/api/tracks/'); // not what came by somebody's link
  return useQuery<TrackDetail>({ queryKey: ['/api/tracks', id], enabled: id !== undefined && known === true }).data;
}
