import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { t } from '@/i18n/upload';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { edit, patch } from './queue';
import type { UploadItem } from './types';

const FIELDS = ['title', 'artist', 'album', 'genre'] as const;

/** The tags of a future song. */
export function DraftFields({ item }: { item: UploadItem }) {
  const cover = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-3 grid gap-3 rounded-md bg-surface-2 p-4 sm:grid-cols-2">
      {FIELDS.map((name) => (
        <Field
          key={name}
          label={t(`upload.field.${name}`)}
          value={item.draft[name]}
          maxLength={200}
          onChange={(event) => edit([item.id], { [name]: event.target.value })}
        />
      ))}
      <Switch
        label={t('upload.field.public')}
        hint={t('upload.field.publicHint')}
        checked={item.draft.isPublic}
        onChange={(event) => edit([item.id], { isPublic: event.target.checked })}
      />
      <div className="flex items-center justify-end gap-2">
        <Button size="sm" variant="outline" onClick={() => cover.current?.click()}>
          <ImagePlus size={16} aria-hidden />
          {item.cover ? t('upload.coverChosen', { name: item.cover.name }) : t('upload.cover')}
        </Button>
        <input
          ref={cover}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('upload.cover')}
          onChange={(event) => patch(item.id, { cover: event.target.files?.[0] })}
        />
      </div>
    </div>
  );
}
