import { useState } from 'react';
import { t } from '@/i18n/upload';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { edit } from './queue';
import type { Draft, UploadItem } from './types';

const FIELDS = ['artist', 'album', 'genre'] as const;

/** Sets fields of all selected files. Empty fields change nothing. */
export function EditAll({ items }: { items: readonly UploadItem[] }) {
  const [common, setCommon] = useState<Partial<Draft>>({});
  const filled = Object.fromEntries(Object.entries(common).filter(([, value]) => value !== ''));
  return (
    <details className="rounded-md bg-surface-2 px-4 py-3">
      <summary className="cursor-pointer font-semibold">{t('upload.editAll')}</summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        {FIELDS.map((name) => (
          <Field
            key={name}
            label={t(`upload.field.${name}`)}
            value={common[name] ?? ''}
            maxLength={200}
            onChange={(event) => setCommon({ ...common, [name]: event.target.value })}
          />
        ))}
      </div>
      <Button
        size="sm"
        variant="secondary"
        className="mt-3"
        disabled={Object.keys(filled).length === 0}
        onClick={() =>
          edit(
            items.map((item) => item.id),
            filled,
          )
        }
      >
        {t('upload.applyAll')}
      </Button>
    </details>
  );
}
