import type { QueryClient } from '@tanstack/react-query';
import { apiQuery, pagedList } from './query-client';
import type { Events, Generation } from './types';

export const GENERATIONS = '/api/ai/generations';
export const MESSAGES = '/api/ai/messages';

const SHOWN = 50; // lines of the conversation per page

/** The person's conversation with the composer: newest first. */
export const messagesList = pagedList([MESSAGES, { limit: SHOWN }]);
export const generationQuery = (id: string) => apiQuery([GENERATIONS, id]);

/** Keeps what the server answered about a generation. */
export const keepGeneration = (client: QueryClient, music: Generation) => client.setQueryData(generationQuery(music.id).queryKey, music);

/** The key of the mutation that sends a line. Its tab shows the line and the reply by itself, and then requests the conversation again. */
export const SENDING = [MESSAGES];

/** Applies the event that the conversation changed, in this tab or elsewhere. */
export function conversationChanged(client: QueryClient): void {
  if (client.isMutating({ mutationKey: SENDING }) === 0) void client.invalidateQueries({ queryKey: messagesList.queryKey });
}

/** Applies the event: progress is shown at once, and everything is requested again when the state or stage changes, and for the address of the first sound. */
export function generationChanged(client: QueryClient, { id, state, stage, progress, playable }: Events['generation']): void {
  const { queryKey } = generationQuery(id);
  const known = client.getQueryData(queryKey);
  if (state === 'deleted') {
    client.removeQueries({ queryKey });
    void client.invalidateQueries({ queryKey: messagesList.queryKey });
  } else if (known && known.state === state && known.stage === stage && (known.audioUrl !== null || playable === 0))
    client.setQueryData(queryKey, { ...known, progress, playable });
  else void client.invalidateQueries({ queryKey });
}
