import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { editablePlaylistsQuery } from '@/api/playlists';
import type { SmartField } from '@/api/types';
import { t } from '@/i18n/playlists';
import { cn } from '@/lib/cn';
import { Select } from '@/ui/select';
import { type DraftRule, isDays } from './rules';

type RuleValueProps = {
  field: SmartField | undefined;
  rule: DraftRule;
  onChange: (change: Partial<DraftRule>) => void;
};

/** The input for a rule's value, by the field's type. */
export function RuleValue({ field, rule, onChange }: RuleValueProps) {
  const { value, to, operator } = rule;
  const set = (next: string) => onChange({ value: next });
  if (field?.type === 'boolean') {
    const options = [
      { value: 'true', label: t('playlist.yes') },
      { value: 'false', label: t('playlist.no') },
    ];
    return <Select label={t('playlist.value')} value={value === 'false' ? 'false' : 'true'} onChange={set} options={options} />;
  }
  if (field?.type === 'choice') {
    const options = ['', ...(field.values ?? [])].map((one) => ({ value: one, label: one || '–' }));
    return <Select label={t('playlist.value')} value={value} onChange={set} options={options} />;
  }
  if (field?.type === 'playlist') return <PlaylistValue value={value} onChange={set} />;
  const isNumber = field?.type === 'number' || isDays(operator);
  const type = field?.type === 'date' && !isDays(operator) ? 'date' : 'text';
  const input = {
    type,
    inputMode: isNumber ? 'decimal' : undefined,
    className: isNumber ? 'w-24' : type === 'date' ? 'w-40' : 'w-48',
  } as const;
  return (
    <>
      <Input {...input} aria-label={t('playlist.value')} value={value} onChange={({ target }) => set(target.value)} />
      {operator === 'between' && (
        <>
          <span className="text-fg-muted text-sm">{t('playlist.and')}</span>
          <Input {...input} aria-label={t('playlist.valueTo')} value={to} onChange={({ target }) => onChange({ to: target.value })} />
        </>
      )}
    </>
  );
}

function PlaylistValue({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { data = [] } = useQuery(editablePlaylistsQuery);
  const options = [{ value: '', label: t('playlist.choosePlaylist') }, ...data.map(({ id, name }) => ({ value: id, label: name }))];
  return <Select label={t('playlist.value')} value={value} onChange={onChange} options={options} className="max-w-56" />;
}

const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input
    maxLength={300}
    className={cn(
      'h-10 min-w-0 rounded-full border border-control-line bg-surface px-4 text-sm transition hover:border-fg-muted hit',
      className,
    )}
    {...props}
  />
);
