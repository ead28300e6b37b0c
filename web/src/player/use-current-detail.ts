import { useQuery } from '@tanstack/react-query';
import type { TrackDetail } from '@/api/types';
import { useCurrent } from './use-player';

/** Everything the server knows of the song that is loaded; undefined until it has said so. */
export function useCurrentDetail(): TrackDetail | undefined {
  const id = useCurrent()?.track.id;
  return useQuery<TrackDetail>({ queryKey: ['/api/tracks', id], enabled: id !== undefined }).data;
}
