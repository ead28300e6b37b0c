import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { AUTOMIXES, automixesList, automixQuery } from '@/api/automix';
import { request } from '@/api/client';
import type { Body } from '@/api/contract';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import type { Automix } from '@/api/types';
import { t } from '@/i18n/automix';
import { toast } from '@/ui/toast/toast-store';

export type Form = Body<typeof AUTOMIXES, 'POST'>['body'];
export type Join = Automix['joins'][number];
export type Change = Body<`${typeof AUTOMIXES}/${string}/joins/${number}`, 'PATCH'>['body'];

/** Songs that match words, for a selection. */
export const songsQuery = (words: string) =>
  queryOptions({ ...apiQuery(['/api/search', { q: words, limit: 8 }]), enabled: words !== '', select: ({ tracks }) => tracks });

const failed = (title: string) => (error: unknown) =>
  toast({ tone: 'danger', title, description: messageOf(error, t('ui.loadFailedText')) });

const keep = (client: QueryClient, mix: Automix) => {
  client.setQueryData(automixQuery(mix.id).queryKey, mix);
  return client.invalidateQueries({ queryKey: automixesList.queryKey });
};

export function useMake(onMade: (mix: Automix) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Form) => request(AUTOMIXES, { method: 'POST', body }),
    onSuccess: (mix) => {
      void keep(client, mix);
      onMade(mix);
    },
  });
}

/** Changes one join; the server renders only that one again. */
export function useChangeJoin(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ number, change }: { number: number; change: Change }) =>
      request(`${AUTOMIXES}/${id}/joins/${number}`, { method: 'PATCH', body: change }),
    onSuccess: (mix) => keep(client, mix),
    onError: failed(t('automix.joinNotChanged')),
  });
}

export function useRemoveAutomix(id: string, onRemoved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(`${AUTOMIXES}/${id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      toast({ title: t('automix.removed') });
      onRemoved();
      await client.invalidateQueries({ queryKey: automixesList.queryKey });
    },
    onError: failed(t('automix.notRemoved')),
  });
}

export function usePublish(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<`${typeof AUTOMIXES}/${string}/publish`, 'POST'>['body']) =>
      request(`${AUTOMIXES}/${id}/publish`, { method: 'POST', body }),
    onSuccess: () => {
      toast({ title: t('automix.published') });
      return Promise.all([
        client.invalidateQueries({ queryKey: automixQuery(id).queryKey }),
        client.invalidateQueries({ queryKey: ['/api/mixes'] }),
      ]);
    },
  });
}
