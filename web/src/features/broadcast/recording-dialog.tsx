import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import type { Body } from '@/api/contract';
import type { Recording } from '@/api/types';
import { t } from '@/i18n/broadcast';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { RECORDINGS, useRecordingChange } from './recordings';
import { listText, parseList } from './trim';
import { TrimEditor } from './trim-editor';

const fieldsOf = ({ title, djName, description, isPublic, from, to, tracklist }: Recording) => ({
  title,
  djName,
  description,
  isPublic,
  trim: { from, to },
  list: listText(tracklist),
});

/** The title, trim and tracklist of a recording. */
export function RecordingDialog({ recording, onClose }: { recording: Recording; onClose: () => void }) {
  const [fields, setFields] = useState(() => fieldsOf(recording));
  const [wrong, setWrong] = useState('');
  const save = useRecordingChange(
    (body: Body<`${typeof RECORDINGS}/${string}`, 'PUT'>['body']) => request(`${RECORDINGS}/${recording.id}`, { method: 'PUT', body }),
    t('broadcast.recordingSaved'),
  );
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { trim, list, ...rest } = fields;
    const read = parseList(list, recording.tracklist);
    setWrong(read.wrong ?? '');
    if (read.wrong) return;
    const to = trim.to >= recording.duration ? 0 : trim.to; // 0 means the end
    save.mutate({ ...rest, from: trim.from, to, tracklist: read.list }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('broadcast.recordingEdit', { name: recording.title })}
      description={t('broadcast.recordingEditText')}
      wide
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('broadcast.recordingTitle')}
            maxLength={200}
            value={fields.title}
            onChange={({ target }) => set({ title: target.value })}
          />
          <Field
            label={t('broadcast.djName')}
            maxLength={100}
            value={fields.djName}
            onChange={({ target }) => set({ djName: target.value })}
          />
        </div>
        <TrimEditor recording={recording} trim={fields.trim} onChange={(trim) => set({ trim })} />
        <TextArea
          label={t('broadcast.description')}
          maxLength={1000}
          value={fields.description}
          onChange={({ target }) => set({ description: target.value })}
        />
        <div className="grid gap-1.5">
          <TextArea
            label={t('broadcast.tracklist')}
            error={wrong && t('broadcast.tracklistWrong', { line: wrong })}
            rows={6}
            value={fields.list}
            onChange={({ target }) => set({ list: target.value })}
          />
          <p className="text-fg-muted text-sm">{t('broadcast.tracklistHint')}</p>
        </div>
        <Switch
          label={t('broadcast.isPublic')}
          hint={t('broadcast.recordingPublicHint')}
          checked={fields.isPublic}
          onChange={({ target }) => set({ isPublic: target.checked })}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('ask.cancel')}
          </Button>
          <Button type="submit" pending={save.isPending}>
            {t('broadcast.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
