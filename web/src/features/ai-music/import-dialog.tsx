import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '@/api/error';
import { type Sent, useFile } from '@/api/tus/use-file';
import { t } from '@/i18n/ai';
import { FileButton } from '@/things/mix/file-button';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { ProgressBar } from '@/ui/progress-bar';
import { TextArea } from '@/ui/text-area';
import { useImport } from './queries';

const LONGEST = { service: 50, prompt: 2000, title: 200 } as const; // characters

/** Adds a file that a service made elsewhere. It is sent while the person describes it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({ provider: '', prompt: '', title: '' });
  const { sent, choose, keep } = useFile(({ title }) => setFields((before) => ({ ...before, title: before.title || title })));
  const add = useImport();
  const wrong = add.error instanceof ApiError ? add.error.fieldErrors : {};
  const set = (change: Partial<typeof fields>) => {
    setFields({ ...fields, ...change });
    add.reset();
  };
  const audioUrl = sent?.result?.audioUrl;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!audioUrl) return;
    const done = () => {
      keep();
      onClose();
    };
    add.mutate({ ...fields, audioUrl }, { onSuccess: done });
  };
  return (
    <Dialog
      open
      wide
      keepOpen={add.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={t('ai.import')}
      description={t('ai.importLead')}
    >
      <form noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
        <div className="flex flex-wrap items-center gap-3">
          <FileButton label={t('ai.import.choose')} accept="audio/*" onFile={(file) => void choose(file)} />
          <span className="min-w-0 truncate text-fg-muted text-sm">{sent?.file.name}</span>
        </div>
        {sent && <Progress sent={sent} />}
        <Field
          label={t('ai.import.service')}
          hint={t('ai.import.serviceHint')}
          maxLength={LONGEST.service}
          value={fields.provider}
          error={wrong.provider?.[0]}
          onChange={({ target }) => set({ provider: target.value })}
        />
        <TextArea
          label={t('ai.import.prompt')}
          maxLength={LONGEST.prompt}
          value={fields.prompt}
          error={wrong.prompt?.[0]}
          onChange={({ target }) => set({ prompt: target.value })}
        />
        <Field
          label={t('ai.import.title')}
          hint={t('ai.import.titleHint')}
          maxLength={LONGEST.title}
          value={fields.title}
          error={wrong.title?.[0]}
          onChange={({ target }) => set({ title: target.value })}
        />
        {add.error && !(wrong.provider ?? wrong.prompt ?? wrong.title) && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(add.error, t('ui.loadFailedText'), ['audioUrl', 'detail', 'non_field_errors'])}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('ai.keep')}
          </Button>
          <Button type="submit" pending={add.isPending} disabled={!audioUrl}>
            {t('ai.import.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Progress({ sent: { file, bytes, isRetrying, result, error } }: { sent: Sent }) {
  if (error !== null)
    return (
      <p role="alert" className="text-danger text-sm">
        {messageOf(error, t('ai.import.notSent'))}
      </p>
    );
  if (result) return <p role="status">{t('ai.import.sent')}</p>;
  return (
    <>
      <ProgressBar label={t('ai.import.sending')} value={bytes} max={file.size} />
      {isRetrying && <p role="status">{t('ai.import.retrying')}</p>}
    </>
  );
}
