import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { pagedList } from '@/api/query-client';
import type { AppPassword, DataExport, Device, OwnEvent, Security } from '@/api/types';
import { t } from '@/i18n/settings';
import { toast } from '@/ui/toast/toast-store';

/** What concerns an account changes on other devices and by mail: it is asked again with every visit. */
const fresh = { staleTime: 0 };

export const securityQuery = queryOptions<Security>({ queryKey: ['/api/account/security'], ...fresh });
export const devicesQuery = queryOptions<Device[]>({ queryKey: ['/api/account/sessions'], ...fresh });
export const appPasswordsQuery = queryOptions<AppPassword[]>({ queryKey: ['/api/account/app-passwords'], ...fresh });
export const eventsQuery = { ...pagedList<OwnEvent>(['/api/account/events', { limit: 20 }]), ...fresh };

/** Asked every two seconds while a copy is being made, and not at all otherwise. */
export const exportsQuery = queryOptions<DataExport[]>({
  queryKey: ['/api/account/export'],
  ...fresh,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2000 : false),
});

export const isUnderWay = ({ state }: DataExport) => state === 'waiting' || state === 'running';

/** Whether the account has a password to confirm with. */
export const useHasPassword = () => useQuery(securityQuery).data?.hasPassword ?? true;

/** Asks everything about the account again. */
export function useAccountChanged() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/account/') || path === '/api/auth/user',
    });
}

/** A change of the account that needs nothing but the wish. Says when it did not work. */
export function useChange<T = void>(path: (item: T) => string, method: 'POST' | 'PUT' | 'DELETE', done?: string) {
  const changed = useAccountChanged();
  return useMutation({
    mutationFn: (item: T) => request(path(item), { method }),
    onSuccess: () => {
      if (done) toast({ title: done });
    },
    onError: (error) => toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: changed,
  });
}
