import { useQuery } from '@tanstack/react-query';
import type { TrackDetail } from '@/api/types';
import { useCurrent } from './use-player';

/** Everything the server knows of the song that is loaded; undefined until it has said so. */
export function useCurrentDetail(): TrackDetail | undefined {
  const track = useCurrent()?.track;
  const known = track?.audioUrl.startsWith('/api/tracks/') ?? false; // not what came by somebody's link
  return useQuery<TrackDetail>({ queryKey: ['/api/tracks', track?.id], enabled: known }).data;
}
