import { type InfiniteData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Page, request } from '@/api/client';
import type { Body } from '@/api/contract';
import { messageOf } from '@/api/error';
import { GENERATIONS, generationQuery, keepGeneration, MESSAGES, messagesList, SENDING } from '@/api/generation';
import { apiQuery } from '@/api/query-client';
import type { AIMessage, Generation } from '@/api/types';
import { t } from '@/i18n/ai';
import { toast } from '@/ui/toast/toast-store';

const IMPORTS = '/api/ai/imports';

/** What a plan can have, with names in the language of the app. */
export const planChoicesQuery = queryOptions({ ...apiQuery(['/api/ai/choices']), staleTime: 0 });

export type Order = Body<typeof GENERATIONS, 'POST'>['body'];
export type Import = Body<typeof IMPORTS, 'POST'>['body'];
export type Line = Body<typeof MESSAGES, 'POST'>['body'];

/** ms until a reply appears, however fast the server is. Music that it announces is heard before. */
const REPLY_AFTER = 2000;

const failed = (title: string) => (error: unknown) =>
  toast({ tone: 'danger', title, description: messageOf(error, t('ui.loadFailedText')) });

/** Sends a line of the conversation. onMusic is told at once of the music that the reply is about. */
export function useSend(onMusic: (music: Generation) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: SENDING,
    mutationFn: async (line: Line) => {
      const waited = new Promise((resolve) => setTimeout(resolve, REPLY_AFTER));
      const { items } = await request(MESSAGES, { method: 'POST', body: line });
      const music = items.at(-1)?.generation;
      if (music) {
        keepGeneration(client, music);
        onMusic(music);
      }
      await waited;
      return items;
    },
    onSuccess: (lines) => {
      append(client, lines);
      void client.invalidateQueries({ queryKey: messagesList.queryKey }); // other tabs may have sent lines meanwhile
    },
  });
}

/** Adds lines, oldest first, to the end of the conversation, unless they are there. */
function append(client: QueryClient, lines: readonly AIMessage[]) {
  client.setQueryData(messagesList.queryKey, (all: InfiniteData<Page<AIMessage>> | undefined) => {
    const [newest, ...older] = all?.pages ?? [];
    if (!all || !newest) return all;
    const items = newest.items.filter(({ id }) => !lines.some((line) => line.id === id));
    return { ...all, pages: [{ ...newest, items: [...lines.toReversed(), ...items] }, ...older] };
  });
}

export function useClear() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(MESSAGES, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: messagesList.queryKey }),
    onError: failed(t('ai.notCleared')),
  });
}

export function useCancel(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(`${GENERATIONS}/${id}/cancel`, { method: 'POST' }),
    onSuccess: (music) => keepGeneration(client, music),
    onError: failed(t('ai.notCancelled')),
  });
}

/** Asks for another version of a piece: with an edited plan, or one section written again. */
export function useCompose(onMusic: (music: Generation) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) => request(GENERATIONS, { method: 'POST', body: order }),
    onSuccess: (music) => {
      keepGeneration(client, music);
      onMusic(music);
      return client.invalidateQueries({ queryKey: messagesList.queryKey }); // which announces it
    },
  });
}

/** Adds a piece that a service made elsewhere. */
export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (piece: Import) => request(IMPORTS, { method: 'POST', body: piece }),
    onSuccess: (music) => {
      keepGeneration(client, music);
      return client.invalidateQueries({ queryKey: messagesList.queryKey }); // which announces it
    },
  });
}

export function useRemove(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(`${GENERATIONS}/${id}`, { method: 'DELETE' }),
    onSuccess: () => {
      toast({ title: t('ai.removed') });
      client.removeQueries({ queryKey: generationQuery(id).queryKey });
      return Promise.all([
        client.invalidateQueries({ queryKey: messagesList.queryKey }),
        client.invalidateQueries({ queryKey: ['/api/tracks'] }),
      ]);
    },
    onError: failed(t('ai.notRemoved')),
  });
}
