import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { createPlaylist, deletePlaylist, type PlaylistFields, playlistQuery, savePlaylist } from '@/api/playlists';
import type { Playlist, SmartRules } from '@/api/types';
import { playlistFailed, refreshLists } from '@/things/playlist/playlist-adding';

type NewPlaylist = { name: string } & Partial<PlaylistFields> & { kind?: 'list' | 'smart'; rules?: SmartRules };

/** Creates a playlist; the caller shows the result. */
export function useCreatePlaylist() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (fields: NewPlaylist) => createPlaylist(fields), onSuccess: () => refreshLists(client) });
}

type Save = Partial<PlaylistFields> & { rules?: SmartRules };

/** Changes the details of a playlist or its rules. */
export function useSavePlaylist(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: Save) => savePlaylist(id, fields),
    onSuccess: (playlist, { rules }) => {
      showPlaylist(client, playlist);
      if (rules) void client.invalidateQueries({ queryKey: [...playlistQuery(id).queryKey, 'rows'] });
    },
    onError: playlistFailed,
  });
}

export function useDeletePlaylist() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Playlist, 'id'>) => deletePlaylist(id),
    onSuccess: (_, { id }) => {
      client.removeQueries({ queryKey: playlistQuery(id).queryKey });
      void refreshLists(client);
    },
    onError: playlistFailed,
  });
}

/** Updates a playlist everywhere it is shown. */
export function showPlaylist(client: QueryClient, playlist: Playlist): void {
  client.setQueryData(playlistQuery(playlist.id).queryKey, playlist);
  void refreshLists(client);
}
