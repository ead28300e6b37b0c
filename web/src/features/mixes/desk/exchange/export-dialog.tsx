import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requestBytes } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { t } from '@/i18n/collection';
import { saveFile } from '@/lib/save-file';
import { storage } from '@/lib/storage';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';

const FOLDER = 'sonora_desk_export_folder';
const ALL = '';

/** Saves songs with their marks as a file for other DJ programs. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const [playlist, setPlaylist] = useState(ALL);
  const [folder, setFolder] = useState(storage.get(FOLDER) ?? '');
  const playlists = useQuery(apiQuery(['/api/playlists', { limit: 1000 }])).data ?? [];
  const save = useMutation({
    mutationFn: () =>
      requestBytes('/api/dj/export.xml', {
        query: { ...(playlist !== ALL && { playlists: playlist }), ...(folder.trim() && { folder: folder.trim() }) },
      }),
    onSuccess: (bytes) => {
      storage.set(FOLDER, folder.trim());
      saveFile('sonora-rekordbox.xml', bytes, 'application/xml');
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('collection.exportTitle')} description={t('collection.exportLead')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Choice
          label={t('collection.what')}
          value={playlist}
          onChange={setPlaylist}
          options={[{ value: ALL, label: t('collection.all') }, ...playlists.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Field
          label={t('collection.folder')}
          hint={t('collection.folderHint')}
          value={folder}
          maxLength={500}
          onChange={({ target }) => setFolder(target.value)}
        />
        {save.error && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(save.error, t('collection.exportFailed'))}
          </p>
        )}
        <Button type="submit" className="justify-self-end" pending={save.isPending}>
          {t('collection.export')}
        </Button>
      </form>
    </Dialog>
  );
}
