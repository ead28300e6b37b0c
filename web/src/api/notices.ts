import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './client';
import { apiQuery } from './query-client';
import { userQuery } from './session';
import type { NoticeChoices } from './types';

export const noticesQuery = queryOptions({ ...apiQuery(['/api/account/notifications']), staleTime: 0 });

/** Shows the choice immediately, and reverts it if the server refuses. */
export function useSaveNotices() {
  const client = useQueryClient();
  const { queryKey } = noticesQuery;
  return useMutation({
    scope: { id: 'notices' },
    mutationFn: ({ digest, email, push }: NoticeChoices) =>
      request('/api/account/notifications', { method: 'PUT', body: { digest, email, push } }),
    onMutate(choices) {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, choices);
      return before;
    },
    onError: (_, __, before) => client.setQueryData(queryKey, before),
    onSuccess(saved) {
      client.setQueryData(queryKey, saved);
      client.setQueryData(
        userQuery.queryKey,
        (user) => user && { ...user, emailNotifications: saved.email, pushNotifications: saved.push },
      );
    },
  });
}
