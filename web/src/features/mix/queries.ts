import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Peaks } from '@/api/analysis';
import { request } from '@/api/client';
import type { Body } from '@/api/contract';
import { messageOf } from '@/api/error';
import { apiQuery, pagedList } from '@/api/query-client';
import type { MixDetail } from '@/api/types';
import { t } from '@/i18n/mix';
import { mixQuery } from '@/things/mix/queries';
import { toast } from '@/ui/toast/toast-store';

const MIXES = '/api/mixes';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The waveform of a mix: fails with 404 until the server has drawn it. */
export const waveQuery = ({ id, duration }: Pick<MixDetail, 'id' | 'duration'>) =>
  queryOptions({
    ...apiQuery([MIXES, id, 'waveform']),
    select: (drawn): Peaks | null => {
      if (!drawn) return null;
      const low = bytesOf(drawn.low);
      return { perSecond: low.length / Math.max(1, duration), low, mid: bytesOf(drawn.mid), high: bytesOf(drawn.high) };
    },
  });

const POLL = 2000; // ms

/** The search for the songs of a mix in its sound, for those who may change the mix. */
export const searchQuery = (id: string) =>
  queryOptions({
    ...apiQuery([MIXES, id, 'search']),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' || data?.state === 'running' ? POLL : false),
  });

const COMMENTS = 50; // per page

/** The comments on a mix, newest first. */
export const commentsList = (id: string) => pagedList([MIXES, id, 'comments', { limit: COMMENTS }]);

const failed = (title: string) => (error: unknown) =>
  toast({ tone: 'danger', title, description: messageOf(error, t('ui.loadFailedText')) });

/** Shows a changed mix on its page, and reads the lists again that contain it. */
async function show(client: QueryClient, mix: MixDetail) {
  client.setQueryData(mixQuery(mix.id).queryKey, mix);
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === MIXES && queryKey[1] !== mix.id });
}

/** Likes or unlikes at once, and takes that back if the server refuses. */
export function useMixLike(id: string) {
  const client = useQueryClient();
  const { queryKey } = mixQuery(id);
  const set = (change: (mix: MixDetail) => Partial<MixDetail>) => client.setQueryData(queryKey, (mix) => mix && { ...mix, ...change(mix) });
  const toggled = (isLiked: boolean) => (mix: MixDetail) => ({ isLiked, likes: mix.likes + (isLiked ? 1 : -1) });
  return useMutation({
    scope: { id: `like ${id}` },
    mutationFn: (liked: boolean) => request(`${MIXES}/${id}/like`, { method: liked ? 'POST' : 'DELETE' }),
    onMutate: (liked) => set(toggled(liked)),
    onSuccess: (counted) => counted && set(() => counted), // of an unlike, nothing
    onError: (error, liked) => {
      set(toggled(!liked));
      failed(t('mix.notLiked'))(error);
    },
  });
}

type Changes = { fields: Body<`${typeof MIXES}/${string}`, 'PATCH'>['body']; tracklist?: string };

/** Saves what a mix says about itself and, if it is given, the text of its tracklist. */
export function useSaveMix(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ fields, tracklist }: Changes) => {
      // The tracklist first: a line that the server does not understand keeps everything in the dialog.
      if (tracklist !== undefined) await request(`${MIXES}/${id}/tracklist`, { method: 'PUT', body: { text: tracklist } });
      return request(`${MIXES}/${id}`, { method: 'PATCH', body: fields });
    },
    onSuccess: (mix) => {
      toast({ title: t('mix.saved') });
      return show(client, mix);
    },
  });
}

/** Sets the picture of a mix to a file, or removes it. */
export function useMixCover(id: string, onProgress: (share: number | undefined) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) return request(`${MIXES}/${id}/cover`, { method: 'DELETE' });
      const { uploadFile } = await import('@/api/upload');
      return uploadFile(`${MIXES}/${id}/cover`, file, onProgress);
    },
    onSuccess: (mix) => (mix ? show(client, mix) : client.invalidateQueries({ queryKey: [MIXES] })),
    onError: failed(t('mix.coverFailed')),
    onSettled: () => onProgress(undefined),
  });
}

export function useWithdraw(id: string, onWithdrawn: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(`${MIXES}/${id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      toast({ title: t('mix.withdrawn') });
      onWithdrawn();
      await client.invalidateQueries({ queryKey: [MIXES] });
    },
    onError: failed(t('mix.notWithdrawn')),
  });
}

export function useComment(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { seconds: number; text: string }) => request(`${MIXES}/${id}/comments`, { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [MIXES, id, 'comments'] }),
  });
}

export function useRemoveComment(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (comment: string) => request(`${MIXES}/${id}/comments/${comment}`, { method: 'DELETE' }),
    onError: failed(t('mix.commentNotRemoved')),
    onSettled: () => client.invalidateQueries({ queryKey: [MIXES, id, 'comments'] }),
  });
}
