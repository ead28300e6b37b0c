import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '@/api/error';
import { type PlainKey, t } from '@/i18n/admin';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { type Settings, useSave } from './use-save';

/** The settings that have a text on this page. */
export type Named = { [N in keyof Settings]: `admin.settings.${N}` extends PlainKey ? N : never }[keyof Settings];

/** What the input of a setting needs. */
type Input = {
  label: string;
  hint?: string;
  value: string;
  disabled: boolean;
  error?: string;
  onChange: (event: { target: { value: string } }) => void;
};

type SettingRowProps<N extends Named> = {
  name: N;
  settings: Settings;
  hint?: string;
  /** The saved setting as people edit it. */
  saved: string;
  /** The setting that a text means. */
  read: (text: string) => Settings[N];
  /** Whether an empty text means nothing. */
  needsText?: boolean;
  /** Whether there is a saved value that can be removed. */
  removable?: boolean;
  children: (input: Input) => ReactNode;
};

/** A setting that its button or the enter key saves. What the server refuses is said below the input. */
export function SettingRow<N extends Named>({ name, settings, hint, saved, read, needsText, removable, children }: SettingRowProps<N>) {
  const [text, setText] = useState<string>();
  const save = useSave();
  const isLocked = settings.locked.includes(name);
  const key: PlainKey = `admin.settings.${name}`;
  const value = text ?? saved;
  const refusal = save.error instanceof ApiError ? save.error.fieldErrors[name]?.[0] : undefined;
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ [name]: read(value) }, { onSuccess: () => setText(undefined) });
      }}
    >
      <div className="min-w-[min(100%,14rem)] max-w-md flex-1">
        {children({
          label: t(key),
          hint: hintOf(hint, isLocked),
          value,
          disabled: isLocked,
          error: refusal ?? (save.error ? messageOf(save.error, t('admin.settings.notSaved')) : undefined),
          onChange: ({ target }) => setText(target.value),
        })}
      </div>
      {!isLocked && (
        <Button
          type="submit"
          variant="secondary"
          className="sm:mt-7" // beside the input, below its label
          aria-label={t('admin.settings.save', { name: t(key) })}
          pending={save.isPending}
          disabled={value.trim() === saved || (needsText && value.trim() === '')}
        >
          {t('admin.settings.saveShort')}
        </Button>
      )}
      {removable && !isLocked && (
        <RemoveButton label={t(key)} onConfirm={() => save.mutate({ [name]: null }, { onSuccess: () => setText(undefined) })} />
      )}
    </form>
  );
}

const RemoveButton = ({ label, onConfirm }: { label: string; onConfirm: () => void }) => (
  <AskDialog
    trigger={
      <Button type="button" variant="ghost" className="sm:mt-7" aria-label={t('admin.settings.remove', { name: label })}>
        {t('admin.settings.removeShort')}
      </Button>
    }
    title={t('admin.settings.removeAsk', { name: label })}
    description={t('admin.settings.removeText')}
    action={t('admin.settings.removeShort')}
    onConfirm={onConfirm}
  />
);

/** The hint of a setting, and that the server's configuration fixes it. */
export const hintOf = (hint: string | undefined, isLocked: boolean) =>
  [hint, isLocked && t('admin.settings.locked')].filter(Boolean).join(' ') || undefined;
