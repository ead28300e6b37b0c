import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Eye, EyeOff, Lock } from 'lucide-react';
import { useState } from 'react';
import { apiQuery } from '@/api/query-client';
import { type PlainKey, t } from '@/i18n/admin-settings';
import { Button } from '@/ui/button';
import { Field as Input } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { type Draft, isLost, shown } from './draft';
import { type Field, hintOf, labelOf } from './fields';

type Props = { field: Field; draft: Draft };

/** One setting with its label, its hint, why it is locked, and what is wrong with it. */
export function SettingField({ field, draft }: Props) {
  const { name, kind } = field;
  const isLocked = draft.settings.locked.includes(name);
  const hint = [hintOf(name), isLocked && t(lockedBy(name))].filter(Boolean).join(' ') || undefined;
  const entry = draft.entered[name];
  const value = entry === undefined ? shown(field, draft.settings[name]) : entry;
  const isWanted = useLocation().hash === name;
  const parts = {
    field,
    draft,
    hint,
    isLocked,
    value,
    error: draft.errors[name] ?? (isLost(name, draft) ? t('adminSettings.unreadable') : undefined),
  };
  return (
    <div id={name} ref={isWanted ? reveal : undefined} className="scroll-mt-20 py-4">
      {kind === 'switch' ? (
        <Switch
          label={labelOf(name)}
          hint={hint}
          checked={value === true}
          disabled={isLocked}
          onChange={({ target }) => draft.enter(name, target.checked)}
        />
      ) : kind === 'select' || kind === 'provider' ? (
        <Choice {...parts} />
      ) : kind === 'secret' || kind === 'secret-url' ? (
        <Secret {...parts} />
      ) : (
        <Text {...parts} />
      )}
    </div>
  );
}

/** Scrolls to a setting that somebody searched for, and puts the focus there. */
function reveal(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center' });
  element?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
}

const lockedBy = (name: string): PlainKey => (name.startsWith('database') ? 'adminSettings.lockedDatabase' : 'adminSettings.locked');

type Parts = Props & { hint?: string; isLocked: boolean; value: string | boolean | null; error?: string };

function Text({ field: { name, kind, step }, draft, hint, isLocked, value, error }: Parts) {
  const input = {
    label: labelOf(name),
    hint,
    error,
    disabled: isLocked,
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) => draft.enter(name, target.value),
  };
  if (kind === 'list' || kind === 'template')
    return (
      <div className="grid max-w-lg gap-3">
        <TextArea
          rows={kind === 'list' ? 3 : 6}
          spellCheck={false}
          className={kind === 'template' ? 'font-mono text-sm' : undefined}
          {...input}
        />
        {kind === 'template' && isKept(name, draft) && <RemoveButton name={name} draft={draft} isLocked={isLocked} />}
      </div>
    );
  return (
    <div className="max-w-lg">
      <Input
        type={kind === 'text' ? undefined : kind}
        inputMode={kind === 'number' ? (step ? 'decimal' : 'numeric') : undefined}
        step={kind === 'number' ? (step ?? 1) : undefined}
        min={kind === 'number' ? 0 : undefined}
        autoComplete="off"
        spellCheck={false}
        {...input}
      />
    </div>
  );
}

function Choice({ field, draft, hint, isLocked, value, error }: Parts) {
  const providers = useQuery({ ...apiQuery(['/api/ai/providers']), enabled: field.kind === 'provider' }).data?.items ?? [];
  const options =
    field.kind === 'provider'
      ? providers.map(({ name, label }) => ({ value: name, label: name === 'built-in' ? t('adminSettings.builtIn') : label }))
      : (field.options ?? []).map((option) => ({ value: option, label: optionLabel(option) }));
  const chosen = String(value);
  if (!options.some((option) => option.value === chosen))
    options.push({ value: chosen, label: t('adminSettings.notSetUp', { provider: chosen }) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <div className="font-semibold">{labelOf(field.name)}</div>
        {hint && <p className="max-w-[60ch] text-fg-muted text-sm">{hint}</p>}
        {error && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
      </div>
      <Select
        label={labelOf(field.name)}
        value={chosen}
        options={options}
        disabled={isLocked}
        onChange={(option) => draft.enter(field.name, option)}
      />
    </div>
  );
}

export const optionLabel = (option: string) => t(`adminSettings.option.${option}` as PlainKey);

/** A key, or an address that is one. It is hidden at first; when shown, the server leaves only its first and last characters. */
function Secret({ field: { name, kind }, draft, hint, isLocked, value, error }: Parts) {
  const [isShown, setShown] = useState(false);
  const saved = draft.settings[name];
  const isSaved = typeof saved === 'string' && saved !== '' && draft.entered[name] === undefined;
  return (
    <div className="flex max-w-lg flex-wrap items-end gap-3">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <Input
          type={kind === 'secret-url' ? 'url' : 'text'}
          autoComplete="off"
          spellCheck={false}
          label={labelOf(name)}
          hint={hint}
          error={error}
          disabled={isLocked}
          value={isSaved && !isShown ? '•'.repeat(12) : typeof value === 'string' ? value : ''}
          // Typing replaces a saved key: parts of a masked one are of no use.
          onFocus={({ target }) => isSaved && target.select()}
          onChange={({ target }) => draft.enter(name, target.value)}
        />
      </div>
      {isSaved && (
        <IconButton
          label={t(isShown ? 'adminSettings.hideKey' : 'adminSettings.showKey')}
          icon={isShown ? EyeOff : Eye}
          onClick={() => setShown(!isShown)}
        />
      )}
      {isKept(name, draft) && <RemoveButton name={name} draft={draft} isLocked={isLocked} />}
    </div>
  );
}

/** Whether the server has a value of a secret, even one that it cannot read. */
const isKept = (name: Field['name'], { settings }: Draft) => settings[name] !== '' || settings.unreadable.includes(name);

/** Marks a saved secret for removal, which happens when the changes are saved. */
function RemoveButton({ name, draft, isLocked }: { name: Field['name']; draft: Draft; isLocked: boolean }) {
  if (isLocked) return <Lock size={18} aria-hidden className="mb-3 text-fg-muted" />;
  const goes = draft.entered[name] === null;
  return (
    <Button
      type="button"
      variant="ghost"
      aria-label={t(goes ? 'adminSettings.keep' : 'adminSettings.remove', { name: labelOf(name) })}
      onClick={() => draft.enter(name, goes ? undefined : null)}
    >
      {t(goes ? 'adminSettings.keepShort' : 'adminSettings.removeShort')}
    </Button>
  );
}
