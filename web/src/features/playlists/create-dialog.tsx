import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '@/api/error';
import { addTracks, type PlaylistFields } from '@/api/playlists';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { closePlaylistDialog } from '@/lib/playlists';
import { DetailsForm, NOTHING } from '@/things/playlist/details-form';
import { sayAddFailed } from '@/things/playlist/playlist-adding';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast/toast-store';
import { useCreatePlaylist } from './changes';

/** Create Playlist: a name, a description and its visibility. Given songs are added immediately. */
export function CreateDialog({ tracks }: { tracks: readonly { id: string }[] }) {
  const create = useCreatePlaylist();
  const navigate = useNavigate();
  const submit = async (fields: PlaylistFields) => {
    const playlist = await made(create.mutateAsync(fields));
    if (!playlist) return;
    closePlaylistDialog();
    const open = () => void navigate({ to: '/playlists/$playlistId', params: { playlistId: playlist.id } });
    toast({ title: t('playlist.created'), description: t('playlist.createdText'), action: { label: t('playlist.open'), onSelect: open } });
    if (tracks.length > 0) await addTracks(playlist.id, idsOf(tracks)).catch(sayAddFailed);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closePlaylistDialog()}
      title={t('playlist.create')}
      description={tracks.length > 0 ? t('playlist.add.songs', { n: tracks.length }) : t('playlist.createLead')}
    >
      <DetailsForm
        fields={NOTHING}
        submit={t('playlist.create')}
        pending={create.isPending}
        onSubmit={(fields) => void submit(fields)}
        onCancel={closePlaylistDialog}
      />
    </Dialog>
  );
}

const idsOf = (tracks: readonly { id: string }[]) => tracks.map(({ id }) => id);

/** The new playlist; undefined if the server refused, which shows a toast. */
export const made = (creation: Promise<Playlist>): Promise<Playlist | undefined> =>
  creation.catch((error: unknown) => {
    toast({ tone: 'danger', title: t('playlist.createFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    return undefined;
  });
