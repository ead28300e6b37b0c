import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './client';
import { patchTrack } from './likes';

export type Rating = { id: string; stars: number; before: number };

export const sendRating = (id: string, stars: number) => request(`/api/tracks/${id}/rating`, { method: 'PUT', body: { stars } });

/** Rates immediately everywhere on screen, and reverts that if the server refuses. */
export function useRate() {
  const client = useQueryClient();
  return useMutation({
    // In sequence, so that the last choice is the one that stays.
    scope: { id: 'ratings' },
    mutationFn: ({ id, stars }: Rating) => sendRating(id, stars),
    onMutate: ({ id, stars }) => patchTrack(client, id, { rating: stars }),
    onError: (_, { id, before }) => patchTrack(client, id, { rating: before }),
  });
}

/** Applies a rating from another tab or device. */
export const applyRating = (client: QueryClient, { trackId, stars }: { trackId: string; stars: number }) =>
  patchTrack(client, trackId, { rating: stars });
