import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './client';
import { apiQuery, pagedList } from './query-client';
import type { Follow } from './types';

export type FollowKind = Follow['kind'];

const KEY = '/api/follows';

export const followsQuery = pagedList([KEY, { limit: 100 }]);
export const followQuery = (kind: FollowKind, id: string) => apiQuery([KEY, kind, encodeURIComponent(id)]);

/** Follows or unfollows immediately on screen, and reverts that if the server refuses. */
export function useFollow() {
  const client = useQueryClient();
  const key = ({ kind, id }: Pick<Follow, 'kind' | 'id'>) => followQuery(kind, id).queryKey;
  return useMutation({
    scope: { id: 'follows' },
    mutationFn: ({ kind, id, following }: Pick<Follow, 'kind' | 'id'> & { following: boolean }) =>
      request(`${KEY}/${kind}/${encodeURIComponent(id)}`, { method: following ? 'PUT' : 'DELETE' }),
    onMutate(change) {
      const before = client.getQueryData(key(change));
      client.setQueryData(
        key(change),
        (old) => old && { following: change.following, followers: old.followers + (change.following ? 1 : -1) },
      );
      return before;
    },
    onError: (_, change, before) => client.setQueryData(key(change), before),
    onSuccess(state, change) {
      if (state) client.setQueryData(key(change), state);
      void client.invalidateQueries({ queryKey: followsQuery.queryKey });
    },
  });
}
