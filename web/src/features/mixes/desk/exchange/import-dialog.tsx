import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/collection';
import { cn } from '@/lib/cn';
import { refreshLists } from '@/things/playlist/playlist-adding';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Dialog } from '@/ui/dialog';
import { Spinner } from '@/ui/spinner';
import { changes, type Existing, importCollection, type Origin } from './collection';
import { Report } from './report';

/** Imports what a DJ keeps in another program: first it shows what would change, then it changes it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [from, setFrom] = useState<Origin | null>(null);
  const [existing, setExisting] = useState<Existing>('keep');
  const [read, setRead] = useState(0);
  const send = useMutation({
    mutationFn: (wanted: { from: Origin; existing: Existing; apply: boolean }) => {
      setRead(0);
      return importCollection(wanted, setRead);
    },
    onSuccess: ({ applied }) => (applied ? refreshLists(client) : undefined),
  });
  const look = (origin: Origin, choice = existing) => {
    setFrom(origin);
    setExisting(choice);
    send.mutate({ from: origin, existing: choice, apply: false });
  };
  const report = send.data;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('collection.importTitle')}
      description={t('collection.importLead')}
    >
      {send.isPending && (
        <p role="status" className="flex items-center gap-3">
          <Spinner size={18} />
          {read > 0 ? t('collection.read', { n: read }) : t('collection.reading')}
        </p>
      )}
      {send.error && (
        <p role="alert" className="text-danger text-sm">
          {messageOf(send.error, t('collection.failed'), ['file', 'detail', 'non_field_errors'])}
        </p>
      )}
      {!report && !send.isPending && <Source onChosen={look} />}
      {report && from && (
        <>
          <Report report={report} />
          {!report.applied && (
            <Choice
              label={t('collection.existing')}
              value={existing}
              onChange={(choice) => look(from, choice)}
              options={[
                { value: 'keep', label: t('collection.keep') },
                { value: 'replace', label: t('collection.replace') },
              ]}
            />
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="ghost" onClick={send.reset}>
              {t('collection.again')}
            </Button>
            {report.applied ? (
              <Button onClick={onClose}>{t('collection.done')}</Button>
            ) : (
              <Button disabled={!changes(report)} onClick={() => send.mutate({ from, existing, apply: true })}>
                {t('collection.apply')}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

const ACCEPTED = '.xml,.nml,.crate,.sqlite,.db';

/** Accepts files, dropped or selected, or the tags in the library. */
function Source({ onChosen }: { onChosen: (from: Origin) => void }) {
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
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
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
          multiple
          accept={ACCEPTED}
          className="sr-only"
          tabIndex={-1}
          aria-label={t('collection.choose')}
          onChange={({ target }) => {
            take(target.files);
            target.value = '';
          }}
        />
        <p className="text-fg-muted">{t('collection.drop')}</p>
        <Button onClick={() => input.current?.click()}>{t('collection.choose')}</Button>
      </div>
      <div className="grid justify-items-start gap-1">
        <Button variant="secondary" onClick={() => onChosen('serato')}>
          {t('collection.serato')}
        </Button>
        <p className="text-fg-muted text-sm">{t('collection.seratoHint')}</p>
      </div>
    </>
  );
}
