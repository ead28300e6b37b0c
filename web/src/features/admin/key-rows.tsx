import { useState } from 'react';
import { ApiError, messageOf } from '@/api/error';
import { t } from '@/i18n/admin';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Group } from '@/ui/group';
import { type Settings, useSave } from './use-save';

const KEYS = [
  'sunoApiKey',
  'sunoApiUrl',
  'mubertApiKey',
  'stabilityApiKey',
  'elevenLabsApiKey',
  'aceStepUrl',
  'aceStepApiKey',
] as const satisfies readonly (keyof Settings)[];
type KeyName = (typeof KEYS)[number];

/** The keys and addresses of services that make music. The server shows keys masked. */
export const KeyRows = ({ settings }: { settings: Settings }) => (
  <Group id="keys" title={t('admin.settings.keys')} lead={t('admin.settings.keysLead')}>
    {KEYS.map((name) => (
      <KeyRow key={name} name={name} settings={settings} />
    ))}
  </Group>
);

function KeyRow({ name, settings }: { name: KeyName; settings: Settings }) {
  const [text, setText] = useState<string>();
  const save = useSave();
  const locked = settings.locked.includes(name);
  const label = t(`admin.settings.${name}`);
  // The server keeps a key if it gets an empty one; an empty address is none.
  const isNothing = name.endsWith('Key') && text?.trim() === '';
  const refusal = save.error instanceof ApiError ? save.error.fieldErrors[name]?.[0] : undefined;
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== undefined) save.mutate({ [name]: text.trim() }, { onSuccess: () => setText(undefined) });
      }}
    >
      <div className="min-w-[min(100%,14rem)] max-w-md flex-1">
        <Field
          label={label}
          hint={locked ? t('admin.settings.locked') : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text ?? settings[name]}
          disabled={locked}
          error={refusal ?? (save.error ? messageOf(save.error, t('admin.settings.notSaved')) : undefined)}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {!locked && (
        <Button
          type="submit"
          variant="secondary"
          className="mt-7" // beside the input, below its label
          aria-label={t('admin.settings.save', { name: label })}
          pending={save.isPending}
          disabled={text === undefined || isNothing || text.trim() === settings[name]}
        >
          {t('admin.settings.saveShort')}
        </Button>
      )}
    </form>
  );
}
