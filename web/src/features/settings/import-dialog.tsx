import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { messageOf } from '@/api/error';
import { uploadForm } from '@/api/upload';
import { t } from '@/i18n/settings';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Spinner } from '@/ui/spinner';
import { ImportReport, isNews } from './import-report';

type Wanted = { files: readonly File[]; apply: boolean };

function send({ files, apply }: Wanted) {
  const form = new FormData();
  form.append('apply', String(apply));
  for (const file of files) form.append('file', file);
  return uploadForm('/api/account/imports', form, () => {});
}

/** Imports what another service gave to the person: first it shows what would be taken, then it takes it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const bring = useMutation({ mutationFn: send, onSuccess: ({ applied }) => (applied ? client.invalidateQueries() : undefined) });
  const look = (chosen: readonly File[]) => {
    setFiles(chosen);
    bring.mutate({ files: chosen, apply: false });
  };
  const report = bring.data;
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={t('imports.dialog')} description={t('imports.dialogText')}>
      {bring.isPending && (
        <p role="status" className="flex items-center gap-3">
          <Spinner size={18} />
          {t('imports.reading')}
        </p>
      )}
      {bring.error && (
        <p role="alert" className="text-danger text-sm">
          {messageOf(bring.error, t('imports.failed'), ['file', 'detail', 'non_field_errors'])}
        </p>
      )}
      {!report && !bring.isPending && <Source onChosen={look} />}
      {report && (
        <>
          <ImportReport report={report} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="ghost" onClick={bring.reset}>
              {t('imports.again')}
            </Button>
            {report.applied ? (
              <Button onClick={onClose}>{t('imports.done')}</Button>
            ) : (
              <Button disabled={!isNews(report)} onClick={() => bring.mutate({ files, apply: true })}>
                {t('imports.apply')}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Accepts files, dropped or selected. */
function Source({ onChosen }: { onChosen: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onChosen([...files]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
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
        'grid justify-items-center gap-4 rounded-lg border border-control-line border-dashed p-6 text-center',
        over && 'bg-surface-2',
      )}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept=".zip,.json,.jsonl,.csv"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('imports.choose')}
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
      <p className="text-fg-muted">{t('imports.drop')}</p>
      <Button onClick={() => input.current?.click()}>{t('imports.choose')}</Button>
    </div>
  );
}
