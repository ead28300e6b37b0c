import { type FormEvent, type ReactNode, useState } from 'react';
import type { PlaylistFields } from '@/api/playlists';
import { t } from '@/i18n/playlists';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';

const LONGEST_NAME = 100;
const LONGEST_TEXT = 1000;

export const NOTHING: PlaylistFields = { name: '', description: '', isPublic: true };

type DetailsFormProps = {
  fields: PlaylistFields;
  submit: string;
  pending: boolean;
  onSubmit: (fields: PlaylistFields) => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** The details of a playlist. A blank name is not sent. */
export function DetailsForm({ fields: start, submit, pending, onSubmit, onCancel, children }: DetailsFormProps) {
  const [fields, setFields] = useState(start);
  const set = (change: Partial<PlaylistFields>) => setFields({ ...fields, ...change });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = { ...fields, name: fields.name.trim(), description: fields.description.trim() };
    if (trimmed.name === '') return nameRequired();
    onSubmit(trimmed);
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={send}>
      {children}
      <Field
        label={t('playlist.name')}
        value={fields.name}
        maxLength={LONGEST_NAME}
        autoFocus
        autoComplete="off"
        aria-required
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextArea
        label={t('playlist.description')}
        value={fields.description}
        maxLength={LONGEST_TEXT}
        onChange={({ target }) => set({ description: target.value })}
      />
      <Switch
        label={t('playlist.public')}
        hint={t('playlist.publicHint')}
        checked={fields.isPublic}
        onChange={({ target }) => set({ isPublic: target.checked })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onCancel}>
          {t('playlist.cancel')}
        </Button>
        <Button type="submit" pending={pending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** The toast for a missing name. */
export const nameRequired = () => toast({ tone: 'danger', title: t('playlist.nameRequired'), description: t('playlist.nameRequiredText') });
