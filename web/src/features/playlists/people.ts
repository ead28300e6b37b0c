import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '@/api/auth/session';
import { invite, membersQuery, playlistQuery, removeMember, revokeInvitation } from '@/api/playlists';
import type { Playlist, PlaylistMember } from '@/api/types';
import { t } from '@/i18n/playlists';
import { playlistFailed, refreshLists } from '@/things/playlist/playlist-adding';
import { toast } from '@/ui/toast/toast-store';

/** Refetches the members, and the playlist, which says whether it has any. */
function usePeopleChanged(id: string) {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: membersQuery(id).queryKey }),
      client.invalidateQueries({ queryKey: playlistQuery(id).queryKey, exact: true }),
      refreshLists(client),
    ]);
  };
}

export function useInvite({ id }: Playlist) {
  const onSuccess = usePeopleChanged(id);
  return useMutation({ mutationFn: () => invite(id), onSuccess, onError: playlistFailed });
}

export function useRevoke({ id }: Playlist) {
  const changed = usePeopleChanged(id);
  return useMutation({
    mutationFn: () => revokeInvitation(id),
    onSuccess: () => {
      toast({ title: t('playlist.linkRevoked'), description: t('playlist.linkRevokedText') });
      return changed();
    },
    onError: playlistFailed,
  });
}

export function useRemoveMember({ id }: Playlist) {
  const changed = usePeopleChanged(id);
  return useMutation({
    mutationFn: (member: PlaylistMember) => removeMember(id, member.id),
    onSuccess: (_, { name }) => {
      toast({ title: t('playlist.memberRemoved', { name }) });
      return changed();
    },
    onError: playlistFailed,
  });
}

/** Leaves another person's playlist. */
export function useLeave({ id }: Playlist) {
  const client = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: () => removeMember(id, user?.id ?? ''),
    onSuccess: async () => {
      client.removeQueries({ queryKey: playlistQuery(id).queryKey });
      await refreshLists(client);
    },
    onError: playlistFailed,
  });
}
