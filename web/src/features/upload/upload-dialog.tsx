import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { configQuery } from '@/api/queries';
import { t } from '@/i18n/upload';
import { openUpload, useUploadDialog } from '@/lib/upload';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { PlanLock } from '@/ui/plan/plan-lock';
import { toast } from '@/ui/toast/toast-store';
import { DropArea } from './drop-area';
import { EditAll } from './edit-all';
import { groupByAlbum } from './group';
import { storageQuery } from './queries';
import { addFiles, limitRequests, remove, useUploads } from './queue';
import { allSent, saveAll } from './save';
import { MB, settingSize } from './size';
import { Unfinished } from './unfinished';
import { UploadRow } from './upload-row';

/** Upload Music: select, upload, check and edit files, and save them as songs. */
export function UploadDialog() {
  const open = useUploadDialog((state) => state.open) ?? false;
  const config = useQuery(configQuery);
  const items = useUploads((state) => state.items);
  const { submit, submitting, saved } = useSubmit();
  const { data: storage } = useQuery(storageQuery);
  const room =
    storage?.quota != null &&
    t('upload.room', { left: settingSize(Math.max(0, storage.quota - storage.used)), quota: settingSize(storage.quota) });
  useEffect(() => {
    if (config.data) limitRequests(config.data.maxRequestSize * MB);
  }, [config.data]);
  useDrops(open);
  const ready = items.filter(({ state }) => state === 'ready').length;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && items.some(({ state }) => state === 'sending'))
          toast({ title: t('upload.goesOn'), description: t('upload.goesOnText') });
        openUpload(next);
      }}
      title={t('upload.title')}
      description={t('upload.lead')}
      wide
    >
      <DropArea
        hint={[t('upload.hint', { size: settingSize((config.data?.maxUploadSize ?? 2048) * MB) }), room].filter(Boolean).join(' ')}
        compact={items.length > 0}
        onFiles={(files) => addFiles(files)}
      />
      <PlanLock of="storage" className="mt-3" />
      <p role="status" className="sr-only">
        {items.length > 0 && t('upload.progressAll', { ready, all: items.length })}
      </p>
      <p role="status" className="empty:hidden">
        {saved > 0 && t('upload.partly', { n: saved })}
      </p>
      <Unfinished chosen={items} />
      {items.length > 1 && <EditAll items={items} />}
      {groupByAlbum(items).map(({ album, items: members }) => (
        <section key={album} aria-label={album || t('upload.noAlbum')}>
          {(album !== '' || members.length < items.length) && (
            <h3 className="font-semibold text-fg-muted text-sm">
              {album || t('upload.noAlbum')} · {t('upload.files', { n: members.length })}
            </h3>
          )}
          <ul className="divide-y divide-line">
            {members.map((item) => (
              <UploadRow key={item.id} item={item} />
            ))}
          </ul>
        </section>
      ))}
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-line border-t bg-surface px-6 py-4">
        {items.length > 0 && (
          <Button
            variant="ghost"
            disabled={submitting}
            onClick={() =>
              remove(
                items.map((item) => item.id),
                { discard: true },
              )
            }
          >
            {t('upload.clear')}
          </Button>
        )}
        <Button disabled={items.length === 0} pending={submitting} onClick={() => void submit()}>
          {t('upload.submit')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Waits for running uploads, saves, and shows the result in the specification's words. */
function useSubmit() {
  const client = useQueryClient();
  const [submitting, setSubmitting] = useState(false);
  const [saved, setSaved] = useState(0);
  const submit = async () => {
    setSubmitting(true);
    await allSent();
    const { saved, failed, trackIds } = await saveAll();
    setSubmitting(false);
    setSaved(failed > 0 ? saved : 0);
    void client.invalidateQueries();
    if (failed > 0) return window.alert(t('upload.failed'));
    window.alert(t('upload.done', { n: saved }));
    const { onUploaded } = useUploadDialog.getState();
    openUpload(false);
    if (onUploaded) onUploaded(trackIds);
    else window.location.reload();
  };
  return { submit, submitting, saved };
}

/** While the dialog is open, files can be dropped anywhere; otherwise the browser would leave the page and open them. */
function useDrops(open: boolean) {
  useEffect(() => {
    if (!open) return;
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      addFiles(event.dataTransfer?.files ?? []);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [open]);
}
