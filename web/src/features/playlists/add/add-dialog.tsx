import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { editablePlaylistsQuery } from '@/api/playlists';
import type { Playlist } from '@/api/types';
import { useCreatePlaylist } from '@/features/playlists/changes';
import { made } from '@/features/playlists/create-dialog';
import { t } from '@/i18n/playlists';
import { closePlaylistDialog, openNewPlaylist } from '@/lib/playlists';
import { NOTHING } from '@/things/playlist/details-form';
import { useAddTracks } from '@/things/playlist/playlist-adding';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { PlaylistChoice } from './playlist-choice';
import { noteUse } from './recent';

type AddDialogProps = { tracks: readonly { id: string }[] };

/** Asks which playlist to add songs to. Asks again about duplicates; the other songs are added immediately. */
export function AddDialog({ tracks }: AddDialogProps) {
  const playlists = useQuery(editablePlaylistsQuery);
  const [twice, setTwice] = useState<{ playlist: Playlist; trackIds: string[] }>();
  const [busy, setBusy] = useState(false);
  const create = useCreatePlaylist();
  const add = useAddTracks();
  const ids = tracks.map(({ id }) => id);

  const addTo = async (playlist: Playlist) => {
    setBusy(true);
    const result = await add(playlist, ids, { duplicates: 'skip' });
    setBusy(false);
    if (!result) return;
    noteUse(playlist.id);
    if (result.skipped.length === 0) closePlaylistDialog();
    else setTwice({ playlist, trackIds: result.skipped });
  };
  const addAnyway = () => {
    if (twice) void add(twice.playlist, twice.trackIds, { duplicates: 'add' });
    closePlaylistDialog();
  };
  const addToNew = async (name: string) => {
    if (name === '') return openNewPlaylist(tracks);
    const playlist = await made(create.mutateAsync({ ...NOTHING, name }));
    if (playlist) await addTo(playlist);
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closePlaylistDialog()}
      title={twice ? t('playlist.add.duplicates', { name: twice.playlist.name }) : t('playlist.add.title')}
      description={twice ? t('playlist.add.duplicatesText', { n: twice.trackIds.length }) : t('playlist.add.songs', { n: tracks.length })}
    >
      {twice ? (
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" autoFocus onClick={closePlaylistDialog}>
            {t('playlist.add.skip')}
          </Button>
          <Button onClick={addAnyway}>{t('playlist.add.anyway')}</Button>
        </div>
      ) : (
        <QueryView query={playlists} skeleton={<Skeleton className="h-72 w-full" />}>
          {(all) => (
            <PlaylistChoice
              playlists={all}
              busy={busy || create.isPending}
              onChoose={(one) => void addTo(one)}
              onNew={(name) => void addToNew(name)}
            />
          )}
        </QueryView>
      )}
    </Dialog>
  );
}
