import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Page, request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { Heard, Pause } from '@/api/types';
import { t } from '@/i18n/history';
import { toast } from '@/ui/toast/toast-store';

type Pages = InfiniteData<Page<Heard>, string>;

/** Everything that depends on the history. */
const KEYS = [
  '/api/history',
  '/api/recently-played',
  '/api/listening',
  '/api/listening/years',
  '/api/made-for-you',
  '/api/user/stats',
  '/api/user/activity',
];

const historyChanged = (client: QueryClient) => Promise.all(KEYS.map((key) => client.invalidateQueries({ queryKey: [key] })));

/** Removes a play from every list of the history immediately. */
function drop(client: QueryClient, id: string) {
  client.setQueriesData<Pages>({ queryKey: ['/api/history'] }, (data) =>
    data?.pages
      ? {
          ...data,
          pages: data.pages.map((page) => {
            const items = page.items.filter((entry) => entry.id !== id);
            return { ...page, items, total: page.total - (data.pages.some(({ items }) => items.some((entry) => entry.id === id)) ? 1 : 0) };
          }),
        }
      : data,
  );
}

/** Removes one play, with Undo; it returns if the server refuses. */
export function useRemove() {
  const client = useQueryClient();
  const putBack = async ({ id, track, playedAt, listened }: Heard) => {
    try {
      await request('/api/history', { method: 'POST', body: { id, trackId: track.id, playedAt, listened } });
    } catch (error) {
      toast({ tone: 'danger', title: t('history.undoFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
    await historyChanged(client);
  };
  return useMutation({
    mutationFn: ({ id }: Heard) => request(`/api/history/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onMutate: ({ id }) => drop(client, id),
    onSuccess: (_, entry) =>
      toast({
        title: t('history.removed'),
        description: entry.track.title,
        action: { label: t('history.undo'), onSelect: () => void putBack(entry) },
      }),
    onError: (error) => toast({ tone: 'danger', title: t('history.removeFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => historyChanged(client),
  });
}

export function useClear() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('/api/history', { method: 'DELETE' }),
    onSuccess: () => toast({ title: t('history.cleared') }),
    onError: (error) => toast({ tone: 'danger', title: t('history.clearFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => historyChanged(client),
  });
}

export const PAUSE_KEY = ['/api/account/history'] as const;

/** Whether plays are recorded; shown immediately, and reverted if the server refuses. */
export function usePause() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'history-pause' },
    mutationFn: (paused: boolean) => request('/api/account/history', { method: 'PUT', body: { paused } }),
    onMutate: (paused) => client.setQueryData<Pause>(PAUSE_KEY, { paused }),
    onError: (error, paused) => {
      client.setQueryData<Pause>(PAUSE_KEY, { paused: !paused });
      toast({ tone: 'danger', title: t('history.pauseFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    },
  });
}
