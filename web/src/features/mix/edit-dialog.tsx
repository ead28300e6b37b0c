import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '@/api/error';
import type { MixDetail } from '@/api/types';
import { t } from '@/i18n/mix';
import { EarlyField, earlyUntil } from '@/things/mix/early-access';
import { FileButton } from '@/things/mix/file-button';
import { textOfFile } from '@/things/mix/text-of-file';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { CoverField } from './cover-field';
import { FoundTracks } from './found-tracks';
import { useSaveMix } from './queries';
import { isCueSheet, textOf } from './tracklist-text';

const fieldsOf = ({ title, djName, genre, tags, description, isPublic, isDownloadable, tracklist }: MixDetail) => ({
  title,
  djName,
  genre,
  tags: tags.join(', '),
  description,
  isPublic,
  isDownloadable,
  list: textOf(tracklist),
  /** Days of early access from now; '' to leave it as it is. */
  earlyDays: '',
});

/** What a mix says about itself, its tracklist, and who may hear and download it. */
export function EditDialog({ mix, onClose }: { mix: MixDetail; onClose: () => void }) {
  const [fields, setFields] = useState(() => fieldsOf(mix));
  const save = useSaveMix(mix.id);
  const until = earlyUntil(mix);
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const wrong = save.error instanceof ApiError ? save.error.fieldErrors : {};
  const isShown = ['title', 'djName', 'genre', 'tags', 'description', 'text', 'tracklist'].some((name) => wrong[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { list, tags, earlyDays, ...rest } = fields;
    const tracklist = list.trim() === textOf(mix.tracklist) ? undefined : list;
    save.mutate(
      { fields: { ...rest, tags: tags.split(','), ...(earlyDays !== '' && { earlyDays: Number(earlyDays) }) }, tracklist },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={t('mix.editTitle')}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <CoverField mix={mix} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={t('track.columnTitle')}
            maxLength={200}
            aria-required
            value={fields.title}
            error={wrong.title?.[0]}
            onChange={({ target }) => set({ title: target.value })}
          />
          <Field
            label={t('mix.dj')}
            maxLength={200}
            value={fields.djName}
            error={wrong.djName?.[0]}
            onChange={({ target }) => set({ djName: target.value })}
          />
          <Field
            label={t('track.genre')}
            maxLength={100}
            value={fields.genre}
            error={wrong.genre?.[0]}
            onChange={({ target }) => set({ genre: target.value })}
          />
          <Field
            label={t('mix.tags')}
            hint={t('mix.tagsHint')}
            value={fields.tags}
            error={wrong.tags?.[0]}
            onChange={({ target }) => set({ tags: target.value })}
          />
        </div>
        <TextArea
          label={t('mix.description')}
          maxLength={1000}
          value={fields.description}
          error={wrong.description?.[0]}
          onChange={({ target }) => set({ description: target.value })}
        />
        <div className="grid gap-1.5">
          <TextArea
            label={t('mix.tracklistText')}
            rows={6}
            spellCheck={false}
            value={fields.list}
            error={(wrong.text ?? wrong.tracklist)?.[0]}
            onChange={({ target }) => set({ list: target.value })}
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-fg-muted text-sm">{t('mix.tracklistHint')}</p>
            <FileButton
              label={t('mix.cueFile')}
              accept=".cue,.txt,text/plain"
              onFile={(file) => void textOfFile(file).then((list) => set({ list }))}
            />
          </div>
          {mix.audioUrl.startsWith('/media/audio/') && !isCueSheet(fields.list) && (
            <FoundTracks mix={mix} list={fields.list} onChange={(list) => set({ list })} />
          )}
        </div>
        <Switch
          label={t('mix.public')}
          hint={t('mix.publicHint')}
          checked={fields.isPublic}
          onChange={({ target }) => set({ isPublic: target.checked })}
        />
        <Switch
          label={t('mix.downloadable')}
          hint={t('mix.downloadableHint')}
          checked={fields.isDownloadable}
          onChange={({ target }) => set({ isDownloadable: target.checked })}
        />
        <EarlyField value={fields.earlyDays || (until ? '' : '0')} until={until} onChange={(earlyDays) => set({ earlyDays })} />
        {save.error && !isShown && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(save.error, t('mix.notSaved'))}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('mix.cancel')}
          </Button>
          <Button type="submit" pending={save.isPending}>
            {t('mix.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
