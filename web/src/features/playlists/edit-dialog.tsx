import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { DetailsForm } from '@/things/playlist/details-form';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast/toast-store';
import { useSavePlaylist } from './changes';
import { CoverField } from './cover-field';

/** Name, description, visibility and cover. */
export function EditDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const save = useSavePlaylist(playlist.id);
  const { name, description, isPublic } = playlist;
  const done = () => {
    toast({ title: t('playlist.saved') });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('playlist.editTitle')}>
      <DetailsForm
        fields={{ name, description, isPublic }}
        submit={t('playlist.save')}
        pending={save.isPending}
        onSubmit={(fields) => save.mutate(fields, { onSuccess: done })}
        onCancel={onClose}
      >
        <CoverField playlist={playlist} />
      </DetailsForm>
    </Dialog>
  );
}
