import type { QueryClient } from '@tanstack/react-query';
import { playlistQuery, rowsKey } from './playlists';
import type { PlaylistChange } from './types';

/** Applies a change of a playlist by this tab, another tab or another person. The version shows which changes this tab made itself. */
export function playlistChanged(client: QueryClient, { id, version, deleted }: Pick<PlaylistChange, 'id' | 'version' | 'deleted'>): void {
  void client.invalidateQueries({ predicate: ({ queryKey: [path, second] }) => path === '/api/playlists' && typeof second !== 'string' });
  const { queryKey } = playlistQuery(id);
  if (deleted) return void client.resetQueries({ queryKey });
  const rows = client.getQueryData<{ version: number }>(rowsKey(id));
  const known = rows !== undefined && rows.version >= version;
  void client.invalidateQueries({ queryKey, predicate: (query) => !known || query.queryKey[2] !== 'rows' });
}
