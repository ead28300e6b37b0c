import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { apiQuery, pagedList, wholeList } from '@/api/query-client';
import type { DataExport } from '@/api/types';
import { t } from '@/i18n/settings';
import { toast } from '@/ui/toast/toast-store';

/** An account also changes on other devices and by email, so it is refetched on every visit. */
const fresh = { staleTime: 0 };

export const securityQuery = queryOptions({ ...apiQuery(['/api/account/security']), ...fresh });
export const devicesQuery = queryOptions({ ...wholeList(['/api/account/sessions']), ...fresh });
export const apiKeysQuery = queryOptions({ ...wholeList(['/api/account/api-keys']), ...fresh });
export const scrobblingQuery = queryOptions({ ...apiQuery(['/api/account/scrobbling']), ...fresh });
export const importsQuery = queryOptions({ ...wholeList(['/api/account/imports']), ...fresh });
export const eventsQuery = { ...pagedList(['/api/account/events', { limit: 20 }]), ...fresh };

/** Polled every two seconds while an export is being prepared, otherwise not at all. */
export const exportsQuery = queryOptions({
  ...apiQuery(['/api/account/export']),
  ...fresh,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2000 : false),
});

export const isUnderWay = ({ state }: DataExport) => state === 'waiting' || state === 'running';

/** Whether the account has a password to confirm with. */
export const useHasPassword = () => useQuery(securityQuery).data?.hasPassword ?? true;

/** Refetches everything about the account. */
export function useAccountChanged() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/account/') || path === '/api/auth/user',
    });
}

/** A change of the account that needs no confirmation. Shows a toast if it fails. */
export function useChange<T = void>(call: (item: T) => Promise<unknown>, done?: string) {
  const changed = useAccountChanged();
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      if (done) toast({ title: done });
    },
    onError: (error) => toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: changed,
  });
}
