import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { apiQuery, pagedList } from '@/api/query-client';
import type { Change } from './draft';
import type { Settings } from './fields';

const SETTINGS = '/api/admin/settings';
const HISTORY = '/api/admin/settings/history';

export const settingsQuery = queryOptions({ ...apiQuery([SETTINGS]), staleTime: 0 });

type Save = { changes: readonly Change[]; version: Settings['version'] };

/** Saves changes of one version of the settings; the server refuses them if there is a newer one. */
export function useSave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, version }: Save) =>
      request(SETTINGS, {
        method: 'PATCH',
        headers: { 'If-Match': `"${version}"` },
        body: Object.fromEntries(changes.map(({ name, after }) => [name, after])),
      }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      for (const changed of ['/api/config', '/api/ai/providers', '/api/admin/ai-providers', '/api/admin/database', HISTORY])
        void client.invalidateQueries({ queryKey: [changed] });
    },
  });
}

export const historyQuery = { ...pagedList([HISTORY]), staleTime: 0 };
