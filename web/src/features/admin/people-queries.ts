import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { requestPage } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery, pagedList } from '@/api/query-client';
import type { Member } from '@/api/types';
import { t } from '@/i18n/settings';
import { toast } from '@/ui/toast/toast-store';

const fresh = { staleTime: 0 };

/** Everybody, page by page: the search looks at all of them. */
export const membersQuery = queryOptions({ queryKey: ['/api/users'], queryFn: ({ signal }) => everybody(signal), ...fresh });
export const invitationsQuery = queryOptions({ ...apiQuery(['/api/admin/invitations']), ...fresh });
export const auditQuery = { ...pagedList(['/api/admin/events', { limit: 50 }]), ...fresh };

async function everybody(signal: AbortSignal): Promise<Member[]> {
  let page = await requestPage('/api/users', { signal });
  const members = page.items;
  while (page.next) {
    page = await requestPage(page.next, { signal });
    members.push(...page.items);
  }
  return members;
}

type Act = { call: () => Promise<unknown>; done: string };

/** Changes a person or an invitation; the lists are refetched. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ call }: Act) => call(),
    onSuccess: (_, { done }) => toast({ title: done }),
    onError: (error) => toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => Promise.all([membersQuery, invitationsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  });
}
