import { type FormEvent, type ReactNode, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { type Sent, useFile } from '@/api/tus/use-file';
import type { AdminMix } from '@/api/types';
import { t } from '@/i18n/admin/mixes';
import { earlyUntil } from '@/things/mix/early-access';
import { FileButton } from '@/things/mix/file-button';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ProgressBar } from '@/ui/progress-bar';
import { useChange } from '../lists';
import { bpmOf } from './bpm';
import { type Draft, MixFields } from './mix-fields';

const FORMATS = '.mp3,.wav,audio/mpeg,audio/wav';
const NEW: Draft = {
  title: '',
  djName: '',
  genre: '',
  category: '',
  bpm: '120',
  tags: '',
  description: '',
  isPublic: true,
  earlyDays: '0',
};

const draftOf = (mix: AdminMix): Draft => ({
  ...mix,
  bpm: mix.bpm ? String(Math.round(mix.bpm)) : '',
  tags: mix.tags.join(', '),
  earlyDays: '',
});

/** What the server gets. A tempo that nobody changed stays as exact as it is. */
const bodyOf = ({ title, djName, genre, category, bpm, tags, description, isPublic, earlyDays }: Draft, before?: AdminMix) => ({
  title,
  djName,
  genre,
  category,
  description,
  isPublic,
  tags: tags.split(','),
  ...(earlyDays !== '' && { earlyDays: Number(earlyDays) }),
  ...(before && bpm === draftOf(before).bpm ? {} : { bpm: bpmOf(bpm) ?? null }),
});

/** Adds a mix: its file is sent while the operator describes it. */
export function UploadMixDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(NEW);
  const change = useChange();
  const { sent, choose, keep } = useFile(({ title, artist, genre }) =>
    setDraft((before) => ({
      ...before,
      title: before.title || title,
      djName: before.djName || artist,
      genre: before.genre || genre,
    })),
  );
  const audioUrl = sent?.result?.audioUrl;
  const hasTempo = typeof bpmOf(draft.bpm) === 'number';
  const add = () => {
    if (!audioUrl || !hasTempo) return;
    keep();
    change.mutate(
      {
        call: () => request('/api/admin/mixes', { method: 'POST', body: { ...bodyOf(draft), audioUrl } }),
        done: t('adminMixes.added', { name: draft.title.trim() }),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <MixDialog
      title={t('adminMixes.upload')}
      text={t('adminMixes.uploadText')}
      draft={draft}
      onDraft={setDraft}
      action={t('adminMixes.add')}
      isReady={draft.title.trim() !== '' && audioUrl !== undefined && hasTempo}
      bpmWrong={!hasTempo}
      change={change}
      onClose={onClose}
      onSubmit={add}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FileButton label={t('adminMixes.choose')} accept={FORMATS} onFile={(file) => void choose(file)} />
        <span className="min-w-0 truncate text-fg-muted text-sm">{sent?.file.name}</span>
      </div>
      {sent && <Progress sent={sent} />}
    </MixDialog>
  );
}

/** Changes what a mix says about itself. */
export function EditMixDialog({ mix, onClose }: { mix: AdminMix; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(mix));
  const change = useChange();
  const isTempo = bpmOf(draft.bpm) !== undefined;
  const save = () =>
    change.mutate(
      {
        call: () => request(`/api/admin/mixes/${mix.id}`, { method: 'PUT', body: bodyOf(draft, mix) }),
        done: t('admin.changed', { name: draft.title.trim() }),
      },
      { onSuccess: onClose },
    );
  return (
    <MixDialog
      title={t('adminMixes.editNamed', { name: mix.title })}
      draft={draft}
      until={earlyUntil(mix)}
      onDraft={setDraft}
      action={t('adminMixes.save')}
      isReady={draft.title.trim() !== '' && isTempo}
      bpmWrong={!isTempo}
      change={change}
      onClose={onClose}
      onSubmit={save}
    />
  );
}

type MixDialogProps = {
  title: string;
  text?: string;
  draft: Draft;
  until?: string | null;
  onDraft: (draft: Draft) => void;
  action: string;
  isReady: boolean;
  bpmWrong: boolean;
  change: ReturnType<typeof useChange>;
  onClose: () => void;
  onSubmit: () => void;
  children?: ReactNode;
};

function MixDialog({ title, text, draft, until, onDraft, action, isReady, bpmWrong, change, onClose, onSubmit, children }: MixDialogProps) {
  const wrong = change.error instanceof ApiError ? change.error.fieldErrors : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit();
  };
  return (
    <Dialog open wide keepOpen={change.isPending} onOpenChange={(open) => !open && onClose()} title={title} description={text}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {children}
        <MixFields
          draft={draft}
          until={until}
          wrong={bpmWrong ? { ...wrong, bpm: [t('adminMixes.bpmWrong')] } : wrong}
          onChange={onDraft}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('adminMixes.cancel')}
          </Button>
          <Button type="submit" pending={change.isPending} disabled={!isReady}>
            {action}
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
        {messageOf(error, t('adminMixes.notSent'))}
      </p>
    );
  if (result) return <p role="status">{t('adminMixes.sent')}</p>;
  return (
    <>
      <ProgressBar label={t('adminMixes.sending')} value={bytes} max={file.size} />
      {isRetrying && <p role="status">{t('adminMixes.retrying')}</p>}
    </>
  );
}
