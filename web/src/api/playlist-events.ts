import type { QueryClient } from '@tanstack/react-query';
import { playlistQuery, rowsKey } from './playlists';

export type PlaylistChange = { id: string; version: number; deleted: boolean };

/** A playlist changed here, in another tab or by somebody else. What this tab did itself it knows already, by the version. */
export function playlistChanged(client: QueryClient, { id, version, deleted }: PlaylistChange): void {
  void client.invalidateQueries({ predicate: ({ queryKey: [path, second] }) => path === '/api/playlists' && typeof second !== 'string' });
  const { queryKey } = playlistQuery(id);
  if (deleted) return void client.resetQueries({ queryKey });
  const rows = client.getQueryData<{ version: number }>(rowsKey(id));
  const known = rows !== undefined && rows.version >= version;
  void client.invalidateQueries({ queryKey, predicate: (query) => !known || query.queryKey[2] !== 'rows' });
}
