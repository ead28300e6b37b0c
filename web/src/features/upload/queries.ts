import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery, pagedList, wholeList } from '@/api/query-client';
import { t } from '@/i18n/upload';
import { useEngine } from '@/player/view/use-player';
import { toast } from '@/ui/toast/toast-store';
import { discardUpload } from './discard';

const UNFINISHED = ['/api/uploads/'] as const;
export const unfinishedQuery = queryOptions({ ...wholeList(UNFINISHED), staleTime: 0 });

export const ownTracksQuery = pagedList(['/api/account/tracks']);

export const storageQuery = apiQuery(['/api/account/storage']);

export function useDiscard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => discardUpload(id),
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: UNFINISHED }),
  });
}

export function useVisibility() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, isPublic }: { id: string; isPublic: boolean }) =>
      request(`/api/tracks/${id}/visibility`, { method: 'PUT', body: { isPublic } }),
    onError: failed,
    onSettled: refresh,
  });
}

export function useDelete() {
  const refresh = useRefresh();
  const engine = useEngine();
  return useMutation({
    mutationFn: (id: string) => request(`/api/tracks/${id}`, { method: 'DELETE' }),
    onSuccess: (_, id) => engine.forget(id),
    onError: failed,
    onSettled: refresh,
  });
}

/** What changes with the files of a person. */
const ROOM = ['/api/account/tracks', '/api/account/storage', '/api/premium'];

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey: [path] }) => typeof path === 'string' && ROOM.includes(path) });
}

const failed = (error: Error) => void toast({ tone: 'danger', title: messageOf(error, t('ui.loadFailed')) });
