import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '@/api/error';
import type { components } from '@/api/schema';
import type { Generation } from '@/api/types';
import { t } from '@/i18n/ai';
import { time } from '@/lib/format';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { Notes } from './notes';
import { type EditedPlan, type EditedSection, edited, lengthOf, type Plan, plain, TONICS, without } from './plan';
import { MODES, nameOf } from './plan-words';
import { planChoicesQuery, useCompose } from './queries';

type PlanChoice = components['schemas']['PlanChoice'];

type PlanDialogProps = { music: Generation; plan: Plan; onVersion: (music: Generation) => void; onClose: () => void };

/** What the composer understood, as a plan that can be changed and composed again. */
export function PlanDialog({ music, plan: given, onVersion, onClose }: PlanDialogProps) {
  const [plan, setPlan] = useState(() => edited(given));
  const compose = useCompose((version) => {
    onVersion(version);
    onClose();
  });
  const set = (change: Partial<EditedPlan>) => {
    setPlan({ ...plan, ...change });
    compose.reset();
  };
  const wrong = compose.error instanceof ApiError ? compose.error.fieldErrors : {};
  const errorOf = (field: string) => wrong[`plan.${field}`]?.[0] ?? wrong[field]?.[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    compose.mutate({ parentId: music.id, plan: plain(plan) });
  };
  const seconds = music.duration + lengthOf(plan) - lengthOf(given); // with what rings at the end
  const { data: choices } = useQuery(planChoicesQuery);
  const modes = MODES.some((mode) => mode === plan.key.mode) ? MODES : [...MODES, plan.key.mode];
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={t('ai.plan')} description={music.understood}>
      <Notes notes={music.notes} />
      <form noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <Field
            label={t('ai.plan.title')}
            maxLength={200}
            value={plan.title}
            error={errorOf('title')}
            onChange={({ target }) => set({ title: target.value })}
          />
          <Choice
            label={t('ai.plan.style')}
            value={plan.style}
            error={errorOf('style')}
            onChange={(style) => set({ style })}
            options={offered(choices?.styles, plan.style)}
          />
          <Choice
            label={t('ai.plan.key')}
            value={String(plan.key.tonic)}
            error={errorOf('key')}
            onChange={(tonic) => set({ key: { ...plan.key, tonic: Number(tonic) } })}
            options={TONICS.map((tonic) => ({ value: String(tonic), label: t(`ai.note.${tonic}`) }))}
          />
          <Choice
            label={t('ai.plan.mode')}
            value={plan.key.mode}
            onChange={(mode) => set({ key: { ...plan.key, mode } })}
            options={modes.map((value) => ({ value, label: nameOf(value) }))}
          />
          <Field
            label={t('ai.plan.bpm')}
            type="number"
            inputMode="decimal"
            value={plan.bpm}
            error={errorOf('bpm')}
            onChange={({ target }) => set({ bpm: Number(target.value) })}
          />
          <p className="tnum self-end pb-2.5 text-fg-muted">{t('ai.plan.length', { time: plan.bpm > 0 ? time(seconds) : '–' })}</p>
        </div>
        <Sections music={music} sections={plan.sections} error={errorOf('sections') ?? errorOf('length')} compose={compose} set={set} />
        <Instruments plan={plan} choices={choices?.instruments} error={errorOf('instruments')} onChange={setPlan} />
        {compose.error && Object.keys(wrong).length === 0 && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(compose.error, t('ui.loadFailedText'))}
          </p>
        )}
        <Button type="submit" className="justify-self-end" pending={compose.isPending}>
          {t('ai.plan.compose')}
        </Button>
      </form>
    </Dialog>
  );
}

type SectionsProps = {
  music: Generation;
  sections: readonly EditedSection[];
  error?: string;
  compose: ReturnType<typeof useCompose>;
  set: (change: Partial<EditedPlan>) => void;
};

function Sections({ music, sections, error, compose, set }: SectionsProps) {
  const move = (from: number, to: number) => {
    const next = [...sections];
    next.splice(to, 0, ...next.splice(from, 1));
    set({ sections: next });
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 font-semibold text-sm">{t('ai.plan.sections')}</legend>
      {sections.map((section, i) => {
        const name = `${i + 1}. ${nameOf(section.name)}`;
        return (
          <div key={section.heardAs} className="flex flex-wrap items-center gap-2">
            <span className="min-w-32 flex-1 truncate">
              {name} <span className="text-fg-muted">{section.letter}</span>
            </span>
            <input
              type="number"
              min={1}
              max={128}
              aria-label={t('ai.plan.barsOf', { name })}
              value={section.bars}
              onChange={({ target }) => set({ sections: sections.with(i, { ...section, bars: Number(target.value) }) })}
              className="tnum h-9 w-20 rounded-md border border-control-line bg-surface px-3"
            />
            <span className="text-fg-muted text-sm">{t('ai.plan.bars')}</span>
            <IconButton size="sm" icon={ArrowUp} label={t('ai.plan.up', { name })} disabled={i === 0} onClick={() => move(i, i - 1)} />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={t('ai.plan.down', { name })}
              disabled={i === sections.length - 1}
              onClick={() => move(i, i + 1)}
            />
            <IconButton
              size="sm"
              icon={X}
              label={t('ai.plan.leaveOut', { name })}
              disabled={sections.length === 1}
              onClick={() => set({ sections: sections.toSpliced(i, 1) })}
            />
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('ai.plan.rewriteOf', { name })}
              disabled={compose.isPending}
              onClick={() => compose.mutate({ parentId: music.id, section: section.heardAs })}
            >
              {t('ai.plan.rewrite')}
            </Button>
          </div>
        );
      })}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** What can be chosen; only the present value until the server has said what else there is. */
function offered(choices: readonly PlanChoice[] | undefined, present: string) {
  const known = choices ?? [];
  const all = known.some(({ name }) => name === present) ? known : [{ name: present, label: present }, ...known];
  return all.map(({ name, label }) => ({ value: name, label }));
}

type InstrumentsProps = {
  plan: EditedPlan;
  choices?: Record<string, PlanChoice[]>;
  error?: string;
  onChange: (plan: EditedPlan) => void;
};

function Instruments({ plan, choices, error, onChange }: InstrumentsProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 font-semibold text-sm">{t('ai.plan.instruments')}</legend>
      {Object.entries(plan.instruments).map(([role, name]) => (
        <div key={role} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Choice
              label={nameOf(role)}
              value={name}
              onChange={(chosen) => onChange({ ...plan, instruments: { ...plan.instruments, [role]: chosen } })}
              options={offered(choices?.[role], name)}
            />
          </div>
          <IconButton
            size="sm"
            icon={X}
            label={t('ai.plan.leaveOut', { name: nameOf(role) })}
            onClick={() => onChange(without(plan, role))}
          />
        </div>
      ))}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
