import type { QueryClient } from '@tanstack/react-query';
import { apiQuery, pagedList } from './query-client';
import type { Events } from './types';

export const AUTOMIXES = '/api/automixes';

const LISTED = 30; // per page; a person keeps no more

/** The person's automixes, newest first. */
export const automixesList = pagedList([AUTOMIXES, { limit: LISTED }]);
export const automixQuery = (id: string) => apiQuery([AUTOMIXES, id]);

/** Applies the event: progress is shown at once, and everything is requested again when the state changes. */
export function automixChanged(client: QueryClient, { id, state, progress, playable }: Events['automix']): void {
  const { queryKey } = automixQuery(id);
  const known = client.getQueryData(queryKey);
  if (known && known.state === state) client.setQueryData(queryKey, { ...known, progress, playable });
  else void client.invalidateQueries({ queryKey });
  const listed = client
    .getQueryData(automixesList.queryKey)
    ?.pages.flatMap(({ items }) => items)
    .find((one) => one.id === id);
  if (listed?.state !== state) void client.invalidateQueries({ queryKey: automixesList.queryKey });
}
