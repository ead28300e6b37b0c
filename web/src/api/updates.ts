import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './client';
import { apiQuery, pagedList } from './query-client';

const KEY = '/api/notifications';

/** Kept current by events, as everything under its key. */
export const unreadQuery = apiQuery([KEY, 'unread']);
export const updatesQuery = pagedList([KEY, { limit: 50 }]);

/** Refetches everything about updates once the change has settled, whether it succeeded or not. */
function useUpdateChange<T>(mutationFn: (item: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: [KEY] }) });
}

/** Marks updates as read; undefined marks all of them. */
export const useReadUpdates = () =>
  useUpdateChange((ids: string[] | undefined) => request(`${KEY}/read`, { method: 'POST', body: ids ? { ids } : { all: true } }));

export const useDeleteUpdate = () => useUpdateChange((id: string) => request(`${KEY}/${id}`, { method: 'DELETE' }));
export const useRestoreUpdate = () => useUpdateChange((id: string) => request(`${KEY}/${id}/restore`, { method: 'POST' }));
