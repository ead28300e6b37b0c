import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './client';
import type { Track } from './types';

/** Changes a track in every cached response that contains it: lists, pages, albums, search results. */
export function patchTrack(client: QueryClient, id: string, change: Partial<Track>): void {
  client.setQueriesData({ predicate: ({ state }) => state.data !== undefined }, (data: unknown) => patched(data, id, change));
}

/** The same value, copied only along the path to the track. */
function patched(value: unknown, id: string, change: Partial<Track>): unknown {
  if (Array.isArray(value)) {
    const next = value.map((item) => patched(item, id, change));
    return next.some((item, i) => item !== value[i]) ? next : value;
  }
  if (value === null || typeof value !== 'object') return value;
  if ('audioUrl' in value && 'id' in value) return value.id === id ? { ...value, ...change } : value;
  const entries = Object.entries(value);
  const next = entries.map(([key, item]) => [key, patched(item, id, change)] as const);
  return next.some(([, item], i) => item !== entries[i]?.[1]) ? Object.fromEntries(next) : value;
}

/** The other data that a like changes. */
const KEYS = ['/api/liked-tracks', '/api/user/stats', '/api/user/activity'];

export const likesChanged = (client: QueryClient) => Promise.all(KEYS.map((key) => client.invalidateQueries({ queryKey: [key] })));

/** Likes or unlikes immediately everywhere on screen, and reverts that if the server refuses. */
export function useLike() {
  const client = useQueryClient();
  return useMutation({
    // In sequence, so that a like and the unlike that follows reach the server in that order.
    scope: { id: 'likes' },
    mutationFn: ({ id, liked }: { id: string; liked: boolean }) => request(`/api/tracks/${id}/like`, { method: liked ? 'POST' : 'DELETE' }),
    onMutate: ({ id, liked }) => patchTrack(client, id, { liked }),
    onError: (_, { id, liked }) => patchTrack(client, id, { liked: !liked }),
    onSuccess: () => likesChanged(client),
  });
}

/** Applies a like from another tab or device. */
export function applyLike(client: QueryClient, { trackId, liked }: { trackId: string; liked: boolean }): void {
  patchTrack(client, trackId, { liked });
  void likesChanged(client);
}
