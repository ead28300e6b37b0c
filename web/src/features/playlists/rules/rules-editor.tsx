import type { SmartField } from '@/api/types';
import { t } from '@/i18n/playlists';
import { Select } from '@/ui/select';
import { RuleGroup } from './rule-group';
import { fieldName } from './rule-names';
import { countRules, type Draft, type DraftLimit, MAX_RULES } from './rules';
import { RulesPreview } from './rules-preview';

type RulesEditorProps = { draft: Draft; fields: readonly SmartField[]; onChange: (draft: Draft) => void };

/** The rules of a smart playlist, its order and limit, and a preview. */
export function RulesEditor({ draft, fields, onChange }: RulesEditorProps) {
  const { group, sort, limit } = draft;
  return (
    <div className="grid min-w-0 gap-4">
      <RuleGroup
        group={group}
        fields={fields}
        full={countRules(group) >= MAX_RULES}
        onChange={(next) => onChange({ ...draft, group: next })}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Labelled text={t('playlist.sort')}>
          <Select
            label={t('playlist.sort')}
            value={sort}
            onChange={(next) => onChange({ ...draft, sort: next })}
            options={orders(fields)}
          />
        </Labelled>
        <LimitFields limit={limit} onChange={(next) => onChange({ ...draft, limit: next })} />
      </div>
      <RulesPreview draft={draft} fields={fields} />
    </div>
  );
}

function orders(fields: readonly SmartField[]) {
  const sortable = fields.filter((field) => field.isSorted);
  return [
    { value: '', label: t('playlist.sortNone') },
    { value: 'random', label: t('playlist.sortRandom') },
    ...sortable.flatMap((field) => [
      { value: field.field, label: t('playlist.sortUp', { field: fieldName(field) }) },
      { value: `-${field.field}`, label: t('playlist.sortDown', { field: fieldName(field) }) },
    ]),
  ];
}

function LimitFields({ limit, onChange }: { limit: DraftLimit; onChange: (limit: DraftLimit) => void }) {
  return (
    <Labelled text={t('playlist.limit')}>
      <span className="flex flex-wrap items-center gap-2">
        {limit.kind !== 'none' && (
          <input
            aria-label={t('playlist.limitValue')}
            inputMode="numeric"
            maxLength={6}
            value={limit.value}
            onChange={({ target }) => onChange({ ...limit, value: target.value })}
            className="tnum h-10 w-24 rounded-full border border-control-line bg-surface px-4 text-sm hover:border-fg-muted hit"
          />
        )}
        <Select
          label={t('playlist.limit')}
          value={limit.kind}
          onChange={(kind) => onChange({ kind, value: limit.value || (kind === 'minutes' ? '60' : '100') })}
          options={[
            { value: 'none', label: t('playlist.limitNone') },
            { value: 'count', label: t('playlist.limitCount') },
            { value: 'minutes', label: t('playlist.limitMinutes') },
          ]}
        />
      </span>
    </Labelled>
  );
}

const Labelled = ({ text, children }: { text: string; children: React.ReactNode }) => (
  <div className="grid min-w-0 gap-1.5">
    <span aria-hidden className="font-semibold text-sm">
      {text}
    </span>
    {children}
  </div>
);
