import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useRef, useState } from 'react';
import { messageOf } from '@/api/error';
import { uploadFile } from '@/api/upload';
import { t } from '@/i18n/playlists';
import { cn } from '@/lib/cn';
import { refreshLists } from '@/things/playlist/playlist-adding';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Spinner } from '@/ui/spinner';
import { ImportReport } from './import-report';

/** Imports a playlist from another player, and lists its songs that are not in the library. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: (file: File) => uploadFile('/api/playlists/import', file, () => {}),
    onSuccess: () => refreshLists(client),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('playlist.importTitle')} description={t('playlist.importLead')}>
      {send.data ? (
        <>
          <ImportReport result={send.data} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="ghost" onClick={send.reset}>
              {t('playlist.importAgain')}
            </Button>
            <Button asChild>
              <Link to="/playlists/$playlistId" params={{ playlistId: send.data.playlist.id }} onClick={onClose}>
                {t('playlist.importOpen')}
              </Link>
            </Button>
          </div>
        </>
      ) : (
        <FileArea pending={send.isPending} error={send.error} onFile={send.mutate} />
      )}
    </Dialog>
  );
}

type FileAreaProps = { pending: boolean; error: Error | null; onFile: (file: File) => void };

/** Accepts one file, dropped or selected. */
function FileArea({ pending, error, onFile }: FileAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !pending) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'grid justify-items-center gap-4 rounded-lg border border-control-line border-dashed p-8 text-center',
        over && 'bg-surface-2',
      )}
    >
      <input
        ref={input}
        type="file"
        accept=".m3u,.m3u8,.xspf,.jspf,.json"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('playlist.importChoose')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      {pending ? (
        <p role="status" className="flex items-center gap-3">
          <Spinner size={18} />
          {t('playlist.importing')}
        </p>
      ) : (
        <>
          <p className="text-fg-muted">{t('playlist.importDrop')}</p>
          <Button onClick={() => input.current?.click()}>{t('playlist.importChoose')}</Button>
        </>
      )}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {messageOf(error, t('playlist.importFailed'), ['file', 'detail', 'non_field_errors'])}
        </p>
      )}
    </div>
  );
}
