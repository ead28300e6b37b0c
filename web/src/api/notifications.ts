import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './client';
import { apiQuery, pagedList } from './query-client';

/** The address of the person's notifications; the event `notification` makes everything below it stale. */
export const NOTIFICATIONS = '/api/notifications';

export const unreadNotificationsQuery = apiQuery([NOTIFICATIONS, 'unread']);
export const notificationsQuery = pagedList([NOTIFICATIONS, { limit: 50 }]);

/** Refetches everything about notifications once the change has settled, whether it succeeded or not. */
function useNotificationChange<T>(mutationFn: (item: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: [NOTIFICATIONS] }) });
}

/** Marks notifications as read; undefined marks all of them. */
export const useReadNotifications = () =>
  useNotificationChange((ids: string[] | undefined) =>
    request(`${NOTIFICATIONS}/read`, { method: 'POST', body: ids ? { ids } : { all: true } }),
  );

export const useDeleteNotification = () => useNotificationChange((id: string) => request(`${NOTIFICATIONS}/${id}`, { method: 'DELETE' }));
export const useRestoreNotification = () =>
  useNotificationChange((id: string) => request(`${NOTIFICATIONS}/${id}/restore`, { method: 'POST' }));
