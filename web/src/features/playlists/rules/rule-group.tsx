import { FolderPlus, Plus, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { SmartField } from '@/api/types';
import { t } from '@/i18n/playlists';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { Select } from '@/ui/select';
import { fieldName, operatorName } from './rule-names';
import { RuleValue } from './rule-value';
import { DEEPEST, type DraftGroup, type DraftRule, isGroup, newGroup, newRule, withField } from './rules';

type RuleGroupProps = {
  group: DraftGroup;
  fields: readonly SmartField[];
  /** Whether the maximum number of rules is reached. */
  full: boolean;
  onChange: (group: DraftGroup) => void;
  depth?: number;
  /** The button that removes the group, and its label. */
  remove?: ReactNode;
  label?: string;
};

/** A group of rules, of which all or any have to match, with nested groups. */
export function RuleGroup({ group, fields, full, onChange, depth = 1, remove, label = t('playlist.rules') }: RuleGroupProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const set = (rules: DraftGroup['rules']) => onChange({ ...group, rules });
  const replace = (key: number, by: DraftRule | DraftGroup) => set(group.rules.map((rule) => (rule.key === key ? by : rule)));
  const drop = (key: number) => {
    set(group.rules.filter((rule) => rule.key !== key));
    // The focused element is gone; the group's first control takes the focus.
    box.current?.querySelector<HTMLElement>('select')?.focus();
  };
  const removal = (key: number, name: string) => <IconButton icon={X} size="sm" label={name} onClick={() => drop(key)} />;
  return (
    <fieldset ref={box} className="grid min-w-0 gap-2.5 rounded-lg border border-line bg-sunken p-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-2">
        <Select
          label={t('playlist.matchLabel')}
          value={group.match}
          onChange={(match) => onChange({ ...group, match })}
          options={[
            { value: 'all', label: t('playlist.matchAll') },
            { value: 'any', label: t('playlist.matchAny') },
          ]}
        />
        {remove}
      </div>
      {group.rules.map((rule, i) =>
        isGroup(rule) ? (
          <RuleGroup
            key={rule.key}
            group={rule}
            fields={fields}
            full={full}
            depth={depth + 1}
            label={t('playlist.group', { n: i + 1 })}
            remove={removal(rule.key, t('playlist.removeGroup', { n: i + 1 }))}
            onChange={(next) => replace(rule.key, next)}
          />
        ) : (
          <RuleRow
            key={rule.key}
            rule={rule}
            fields={fields}
            label={t('playlist.rule', { n: i + 1 })}
            remove={group.rules.length > 1 && removal(rule.key, t('playlist.removeRule', { n: i + 1 }))}
            onChange={(next) => replace(rule.key, next)}
          />
        ),
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" disabled={full} onClick={() => set([...group.rules, newRule(fields)])}>
          <Plus size={16} aria-hidden />
          {t('playlist.addRule')}
        </Button>
        {depth < DEEPEST && (
          <Button size="sm" variant="ghost" disabled={full} onClick={() => set([...group.rules, newGroup(fields)])}>
            <FolderPlus size={16} aria-hidden />
            {t('playlist.addGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

type RuleRowProps = {
  rule: DraftRule;
  fields: readonly SmartField[];
  label: string;
  remove: ReactNode;
  onChange: (rule: DraftRule) => void;
};

function RuleRow({ rule, fields, label, remove, onChange }: RuleRowProps) {
  const field = fields.find((one) => one.field === rule.field);
  const chooseField = (name: string) => {
    const next = fields.find((one) => one.field === name);
    if (next) onChange(withField(rule, next, field));
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-2 border-line border-t pt-2.5">
      <legend className="sr-only">{label}</legend>
      <Select
        label={t('playlist.field')}
        value={rule.field}
        onChange={chooseField}
        options={fields.map((one) => ({ value: one.field, label: fieldName(one) }))}
      />
      <Select
        label={t('playlist.operator')}
        value={rule.operator}
        onChange={(operator) => onChange({ ...rule, operator })}
        options={(field?.operators ?? []).map((one) => ({ value: one, label: operatorName(one) }))}
      />
      <RuleValue field={field} rule={rule} onChange={(change) => onChange({ ...rule, ...change })} />
      <span className="ml-auto">{remove}</span>
    </fieldset>
  );
}
