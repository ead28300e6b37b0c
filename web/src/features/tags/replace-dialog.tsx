import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/error';
import type { components } from '@/api/schema';
import { t } from '@/i18n/tags';
import { replaceInTags, useReplacing } from '@/things/track/editing';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { RecentEdits } from './recent-edits';
import { TEXTS } from './tag-form';
import { type Replacement, usePreview, useReplace } from './tag-queries';

/** Finds and replaces text in a tag of several songs. */
export function ReplaceDialog() {
  const { ids } = useReplacing();
  const close = () => replaceInTags(undefined);
  return (
    <Dialog
      open={ids !== undefined}
      onOpenChange={(open) => !open && close()}
      title={t('tags.replaceTitle', { n: ids?.length ?? 0 })}
      description={t('tags.replaceLead')}
      wide
    >
      {ids && <ReplaceForm ids={ids} onDone={close} />}
    </Dialog>
  );
}

function ReplaceForm({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const [form, setForm] = useState<Replacement>({ ids: [...ids], field: 'genre', find: '', with: '' });
  const preview = usePreview();
  const replace = useReplace();
  const change = (part: Partial<Replacement>) => {
    setForm({ ...form, ...part });
    preview.reset(); // it showed something else
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate(form);
  };
  const errors = preview.error instanceof ApiError ? preview.error.fieldErrors : {};
  const changes = preview.data?.changes ?? [];
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Select
        label={t('tags.field')}
        value={form.field}
        onChange={(field) => change({ field })}
        options={TEXTS.map((value) => ({ value, label: t(value === 'title' ? 'tags.name' : `tags.${value}`) }))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={t('tags.find')}
          value={form.find}
          error={errors.find?.[0]}
          autoFocus
          onChange={({ target }) => change({ find: target.value })}
        />
        <Field
          label={t('tags.with')}
          value={form.with}
          error={errors.with?.[0]}
          onChange={({ target }) => change({ with: target.value })}
        />
        <Switch label={t('tags.whole')} checked={form.isWhole ?? false} onChange={({ target }) => change({ isWhole: target.checked })} />
        <Switch label={t('tags.case')} checked={form.matchCase ?? false} onChange={({ target }) => change({ matchCase: target.checked })} />
      </div>
      {preview.data && <Changes {...preview.data} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="submit" variant={changes.length > 0 ? 'outline' : undefined} pending={preview.isPending} disabled={form.find === ''}>
          {t('tags.show')}
        </Button>
        {changes.length > 0 && (
          <Button
            pending={replace.isPending}
            onClick={() => replace.mutate({ ...form, ids: changes.map(({ id }) => id) }, { onSuccess: onDone })}
          >
            {t('tags.replace')}
          </Button>
        )}
      </div>
      <RecentEdits />
    </form>
  );
}

/** What would change, song by song, and which songs cannot be changed. */
function Changes({ changes, failed }: components['schemas']['Replacements']) {
  return (
    <section aria-label={t('tags.preview')} className="rounded-md bg-surface-2 p-4 text-sm">
      <p role="status" className="font-semibold">
        {changes.length > 0 ? t('tags.replaceCount', { n: changes.length }) : t('tags.replaceNone')}
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard as well
        tabIndex={0}
        aria-label={t('tags.preview')}
        className="max-h-60 divide-y divide-line overflow-y-auto"
      >
        {changes.map(({ id, title, before, after }) => (
          <li key={id} className="break-words py-2">
            <span className="block text-fg-muted">{title}</span>
            <del>{before}</del> → <ins>{after || t('tags.previewRemoved')}</ins>
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <>
          <p className="mt-3">{t('tags.replaceFailed', { n: failed.length })}</p>
          <ul>
            {failed.map(({ id, detail }) => (
              <li key={id} className="break-words">
                {detail}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
