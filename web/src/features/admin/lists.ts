import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { t } from '@/i18n/admin';
import { plain } from '@/lib/plain';
import { toast } from '@/ui/toast/toast-store';

const fresh = { staleTime: 0 };

export const statsQuery = queryOptions({ ...apiQuery(['/api/admin/stats']), ...fresh });

type Change = { call: () => Promise<unknown>; done: string };

/** Changes or deletes an item of these lists. Everything that shows it is requested again. */
export function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ call }: Change) => call(),
    onSuccess: (_, { done }) => toast({ title: done }),
    onError: (error) => toast({ tone: 'danger', title: t('admin.notChanged'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries(),
  });
}

/** Whether one of the texts contains the words, ignoring accents. */
export const finds = (words: string, ...texts: string[]) => texts.some((text) => plain(text).includes(plain(words.trim())));
