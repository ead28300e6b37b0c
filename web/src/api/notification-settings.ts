import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { userQuery } from './auth/session';
import { request } from './client';
import { apiQuery } from './query-client';
import type { NotificationSettings } from './types';

export const notificationSettingsQuery = queryOptions({ ...apiQuery(['/api/account/notifications']), staleTime: 0 });

/** Shows the choice immediately, and reverts it if the server refuses. */
export function useSaveNotificationSettings() {
  const client = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  return useMutation({
    scope: { id: 'notification-settings' },
    mutationFn: ({ digest, email, push }: NotificationSettings) =>
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
