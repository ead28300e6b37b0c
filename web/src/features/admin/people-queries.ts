import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RequestOptions, request } from '@/api/client';
import { messageOf } from '@/api/error';
import { pagedList } from '@/api/query-client';
import type { AuditEvent, Invitation, Member } from '@/api/types';
import { t } from '@/i18n/settings';
import { toast } from '@/ui/toast/toast-store';

const fresh = { staleTime: 0 };

export const membersQuery = queryOptions<Member[]>({ queryKey: ['/api/users'], ...fresh });
export const invitationsQuery = queryOptions<Invitation[]>({ queryKey: ['/api/admin/invitations'], ...fresh });
export const auditQuery = { ...pagedList<AuditEvent>(['/api/admin/events', { limit: 50 }]), ...fresh };

type Act = { path: string; done: string } & Pick<RequestOptions, 'method' | 'body'>;

/** Changes a person or an invitation; the lists are refetched. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ path, method, body }: Act) => request(path, { method, body }),
    onSuccess: (_, { done }) => toast({ title: done }),
    onError: (error) => toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => Promise.all([membersQuery, invitationsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  });
}
