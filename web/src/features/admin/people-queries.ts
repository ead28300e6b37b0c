import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { pagedList, wholeList } from '@/api/query-client';
import { t } from '@/i18n/settings';
import { toast } from '@/ui/toast/toast-store';

const fresh = { staleTime: 0 };

export const invitationsQuery = queryOptions({ ...wholeList(['/api/admin/invitations']), ...fresh });
export const auditQuery = { ...pagedList(['/api/admin/events', { limit: 50 }]), ...fresh };

type Act = { call: () => Promise<unknown>; done: string };

/** Changes an invitation; the list is refetched. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ call }: Act) => call(),
    onSuccess: (_, { done }) => toast({ title: done }),
    onError: (error) => toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
}
