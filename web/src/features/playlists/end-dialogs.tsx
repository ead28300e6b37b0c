import { useNavigate } from '@tanstack/react-router';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { toast } from '@/ui/toast/toast-store';
import { useDeletePlaylist } from './changes';
import { ConfirmDialog } from './confirm-dialog';
import { useLeave } from './people';

type DialogProps = { playlist: Playlist; onClose: () => void };

/** The change shows its own toast. This runs even if an event was faster and the page is already gone. */
const refused = () => {};

/** Asks before a playlist is deleted. */
export function DeleteDialog({ playlist, onClose }: DialogProps) {
  const remove = useDeletePlaylist();
  const navigate = useNavigate();
  const done = () => {
    toast({ title: t('playlist.deleted'), description: playlist.name });
    void navigate({ to: '/playlists' });
  };
  return (
    <ConfirmDialog
      title={t('playlist.deleteTitle', { name: playlist.name })}
      text={t('playlist.deleteText')}
      stay={t('playlist.keep')}
      action={t('playlist.delete')}
      pending={remove.isPending}
      onConfirm={() => remove.mutateAsync(playlist).then(done, refused)}
      onClose={onClose}
    />
  );
}

/** Asks before leaving another person's playlist. */
export function LeaveDialog({ playlist, onClose }: DialogProps) {
  const leave = useLeave(playlist);
  const navigate = useNavigate();
  const done = () => {
    toast({ title: t('playlist.left', { name: playlist.name }) });
    void navigate({ to: '/playlists' });
  };
  return (
    <ConfirmDialog
      title={t('playlist.leaveTitle', { name: playlist.name })}
      text={t('playlist.leaveText')}
      stay={t('playlist.leaveStay')}
      action={t('playlist.leave')}
      pending={leave.isPending}
      onConfirm={() => leave.mutateAsync(undefined).then(done, refused)}
      onClose={onClose}
    />
  );
}
