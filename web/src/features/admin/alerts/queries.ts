import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { apiQuery, onePage, pagedList } from '@/api/query-client';

/** The address of what operators are told; the event `alert` makes everything below it stale. */
const ALERTS = '/api/admin/alerts';

const PAGE_SIZE = 25;
const NEWEST = 5;

export type Filters = { kind: string; unread: boolean; page: number };

/** How many pages so many alerts fill. */
export const pagesIn = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** One page of the alerts that the filters choose, with the number of all of them. */
export const alertsQuery = ({ kind, unread, page }: Filters) => {
  const chosen = { limit: PAGE_SIZE, at: (page - 1) * PAGE_SIZE, ...(kind && { kind }), ...(unread && { unread }) };
  return queryOptions({ ...onePage([ALERTS, chosen]), placeholderData: keepPreviousData });
};

export const newestAlertsQuery = apiQuery([ALERTS, { limit: NEWEST }]);
export const unreadAlertsQuery = apiQuery([ALERTS, 'unread']);
export const deliveriesQuery = (alert: string) => pagedList([ALERTS, 'deliveries', { alert, limit: 50 }]);

/** Refetches everything about alerts once the change has settled, whether it succeeded or not. */
function useAlertChange<T>(mutationFn: (item: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: [ALERTS] }) });
}

/** Marks alerts as read; undefined marks all of them. */
export const useReadAlerts = () =>
  useAlertChange((ids: string[] | undefined) => request(`${ALERTS}/read`, { method: 'POST', body: ids ? { ids } : { all: true } }));

export const useRetryDelivery = () => useAlertChange((id: string) => request(`${ALERTS}/deliveries/${id}/retry`, { method: 'POST' }));
