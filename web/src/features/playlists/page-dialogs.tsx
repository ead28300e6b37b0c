import { useNavigate } from '@tanstack/react-router';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { toast } from '@/ui/toast-store';
import { useDeletePlaylist } from './changes';
import { ConfirmDialog } from './confirm-dialog';
import { DuplicatesDialog } from './duplicates-dialog';
import { EditDialog } from './edit-dialog';
import { useLeave } from './people';
import { PeopleDialog } from './people-dialog';
import type { PlaylistDialog } from './playlist-menu';
import { RulesDialog } from './rules-dialog';

type PageDialogsProps = { dialog: PlaylistDialog; playlist: Playlist; onClose: () => void };

/** Whichever dialog of a playlist's page is open. */
export function PageDialogs({ dialog, playlist, onClose }: PageDialogsProps) {
  if (dialog === 'edit') return <EditDialog playlist={playlist} onClose={onClose} />;
  if (dialog === 'people') return <PeopleDialog playlist={playlist} onClose={onClose} />;
  if (dialog === 'duplicates') return <DuplicatesDialog playlist={playlist} onClose={onClose} />;
  if (dialog === 'delete') return <DeleteDialog playlist={playlist} onClose={onClose} />;
  if (dialog === 'leave') return <LeaveDialog playlist={playlist} onClose={onClose} />;
  return playlist.rules && <RulesDialog playlist={playlist} rules={playlist.rules} onClose={onClose} />;
}

type DialogProps = Omit<PageDialogsProps, 'dialog'>;

function DeleteDialog({ playlist, onClose }: DialogProps) {
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
      onConfirm={() => remove.mutate(playlist, { onSuccess: done })}
      onClose={onClose}
    />
  );
}

function LeaveDialog({ playlist, onClose }: DialogProps) {
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
      onConfirm={() => leave.mutate(undefined, { onSuccess: done })}
      onClose={onClose}
    />
  );
}
