import { Eraser } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Track } from '@/api/types';
import { language, t } from '@/i18n/tags';
import { count } from '@/lib/format';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { Switch } from '@/ui/switch';
import { firstNumber, NUMBERS, placeholderOf, type TagChange, type TagForm, TEXTS, valuesOf } from './tag-form';
import type { Edit } from './tag-queries';

/** How many values or songs a sentence names. */
const NAMED = 4;

const labelOf = (name: keyof TagForm) => t(name === 'title' ? 'tags.name' : `tags.${name}`);

type MixedProps = ComponentProps<typeof Field> & {
  tracks: readonly Track[];
  name: keyof TagForm;
  isEmptied: boolean;
  onEmpty: (isEmptied: boolean) => void;
};

/** A field of several songs. If it shows no common value, a button empties it in all of them. */
export function MixedField({ tracks, name, isEmptied, onEmpty, ...props }: MixedProps) {
  const key = placeholderOf(tracks, name);
  if (!key) return <Field {...props} />;
  return (
    <div className="flex min-w-0 items-start gap-1">
      <div className="min-w-0 flex-1">
        <Field {...props} placeholder={t(isEmptied ? 'tags.emptied' : key)} />
      </div>
      <IconButton
        icon={Eraser}
        label={t('tags.empty', { field: labelOf(name) })}
        aria-pressed={isEmptied}
        disabled={props.value !== ''}
        className="mt-7"
        onClick={() => onEmpty(!isEmptied)}
      />
    </div>
  );
}

type NumberingProps = { from: string | undefined; onChange: (from: string | undefined) => void };

/** Numbers the songs in their order, if wished. */
export function Numbering({ from, onChange }: NumberingProps) {
  return (
    <div className="grid items-center gap-4 sm:grid-cols-2">
      <Switch
        label={t('tags.inOrder')}
        checked={from !== undefined}
        onChange={({ target }) => onChange(target.checked ? '1' : undefined)}
      />
      {from !== undefined && (
        <Field
          label={t('tags.numberFrom')}
          inputMode="numeric"
          value={from}
          error={firstNumber(from) === undefined ? t('tags.number') : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}

type PreviewProps = { tracks: readonly Track[]; change: TagChange; numberFrom: number | undefined };

/** Says what will change in several songs before it is saved. */
export function Preview({ tracks, change, numberFrom }: PreviewProps) {
  const [first, last] = [tracks[0], tracks.at(-1)];
  const fields = [...TEXTS, ...NUMBERS].filter((name) => change[name] !== undefined);
  if (fields.length === 0 && numberFrom === undefined) return null;
  return (
    <section aria-label={t('tags.preview')} className="rounded-md bg-surface-2 p-4 text-sm">
      <h3 className="font-semibold">{t('tags.preview')}</h3>
      <ul className="mt-2 grid gap-1.5">
        {fields.map((name) => (
          <li key={name} className="break-words">
            {sentenceOf(tracks, name, change)}
          </li>
        ))}
        {numberFrom !== undefined && first && last && (
          <li className="break-words">
            {t('tags.previewNumbers', {
              first: first.title,
              from: numberFrom,
              last: last.title,
              to: numberFrom + tracks.length - 1,
            })}
          </li>
        )}
      </ul>
    </section>
  );
}

function sentenceOf(tracks: readonly Track[], name: keyof TagForm, change: TagChange): string {
  const after = String(change[name] || t('tags.previewRemoved'));
  const values = valuesOf(tracks, name);
  if (!values) return t('tags.previewSet', { field: labelOf(name), after });
  const shown = values
    .slice(0, NAMED)
    .map(([value, n]) => t('tags.previewCount', { value: value || t('tags.previewNone'), n: count(n, language()) }));
  if (values.length > NAMED) shown.push(t('tags.previewMore', { n: count(values.length - NAMED, language()) }));
  return t('tags.previewField', { field: labelOf(name), before: shown.join(', '), after });
}

type FailuresProps = { tracks: readonly Track[]; failed: Edit['failed']; onClose: () => void };

/** The songs that were not changed, with the reasons. */
export function Failures({ tracks, failed, onClose }: FailuresProps) {
  const titles = new Map(tracks.map(({ id, title }) => [id, title]));
  return (
    <div className="grid gap-4">
      <p role="alert">{t('tags.notChanged', { n: failed.length })}</p>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {failed.map(({ id, detail }) => (
          <li key={id} className="py-2">
            <span className="block break-words font-semibold">{titles.get(id) ?? id}</span>
            <span className="text-fg-muted text-sm">{detail}</span>
          </li>
        ))}
      </ul>
      <Button className="justify-self-end" onClick={onClose}>
        {t('tags.close')}
      </Button>
    </div>
  );
}
