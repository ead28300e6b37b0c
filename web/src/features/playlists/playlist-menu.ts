import { CopyX, Download, ListChecks, ListEnd, Lock, LockOpen, LogOut, Pencil, Trash2, Users } from 'lucide-react';
import { useSession } from '@/api/auth/session';
import { entriesAt } from '@/api/playlists';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { isPlayable } from '@/player/engine/queue/item';
import { usePlayer } from '@/player/view/use-player';
import { playlistFailed } from '@/things/playlist/playlist-adding';
import type { MenuItem } from '@/ui/menu/open-menu';
import { toast } from '@/ui/toast/toast-store';
import { useSavePlaylist } from './changes';
import type { ExportFormat } from './exchange/export';

export type PlaylistDialog = 'edit' | 'rules' | 'people' | 'duplicates' | 'delete' | 'leave';

const EXPORTS: ExportFormat[] = ['m3u', 'm3u8', 'xspf', 'json'];

/** Maximum songs added to the queue at once. */
const QUEUED = 1000;

/** The actions for a playlist that the person is allowed to do. */
export function usePlaylistMenu(playlist: Playlist, total: number, open: (dialog: PlaylistDialog) => void): MenuItem[] {
  const player = usePlayer();
  const save = useSavePlaylist(playlist.id);
  const { user } = useSession();
  const { id, name, isOwner, isPublic, canEdit, kind } = playlist;
  const mayChange = isOwner || user?.role === 'admin';
  const isMember = !isOwner && canEdit && user?.id !== playlist.owner.id;

  const queue = async () => {
    try {
      const { items } = await entriesAt(id, 0, QUEUED);
      player.addToQueue(items.filter(isPlayable));
      toast({ title: t('track.queued'), description: name });
    } catch (error) {
      playlistFailed(error);
    }
  };
  const turn = () =>
    save.mutate(
      { isPublic: !isPublic },
      { onSuccess: () => toast({ title: t(isPublic ? 'playlist.nowPrivate' : 'playlist.nowPublic'), description: name }) },
    );

  const items: (MenuItem | false)[] = [
    { label: t('playlist.addToQueue'), icon: ListEnd, disabled: total === 0, onSelect: () => void queue() },
    mayChange && { label: t('playlist.edit'), icon: Pencil, onSelect: () => open('edit') },
    mayChange && kind === 'smart' && { label: t('playlist.editRules'), icon: ListChecks, onSelect: () => open('rules') },
    mayChange && {
      label: t(isPublic ? 'playlist.makePrivate' : 'playlist.makePublic'),
      icon: isPublic ? Lock : LockOpen,
      onSelect: turn,
    },
    (isOwner || isMember) && kind === 'list' && { label: t('playlist.people'), icon: Users, onSelect: () => open('people') },
    canEdit && kind === 'list' && total > 1 && { label: t('playlist.duplicates'), icon: CopyX, onSelect: () => open('duplicates') },
    'separator',
    ...EXPORTS.map((format) => ({
      label: t('playlist.exportAs', { format: format.toUpperCase() }),
      icon: Download,
      disabled: total === 0,
      onSelect: () => void import('./exchange/export').then(({ exportPlaylist }) => exportPlaylist(playlist, format)),
    })),
    (mayChange || isMember) && 'separator',
    isMember && { label: t('playlist.leave'), icon: LogOut, onSelect: () => open('leave') },
    mayChange && { label: t('playlist.delete'), icon: Trash2, danger: true, onSelect: () => open('delete') },
  ];
  return items.filter((item) => item !== false);
}
