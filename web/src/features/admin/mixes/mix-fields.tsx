import { t } from '@/i18n/admin/mixes';
import { EarlyField } from '@/things/mix/early-access';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';

/** What a mix says about itself, as it is typed. */
export type Draft = {
  title: string;
  djName: string;
  genre: string;
  category: string;
  bpm: string;
  /** Separated by commas. */
  tags: string;
  description: string;
  isPublic: boolean;
  /** Days of early access from now; '' to leave it as it is. */
  earlyDays: string;
};

type MixFieldsProps = {
  draft: Draft;
  /** When the early access ends that the mix has already; undefined for a new mix. */
  until?: string | null;
  wrong: Record<string, string[] | undefined>;
  onChange: (draft: Draft) => void;
};

export function MixFields({ draft, until, wrong, onChange }: MixFieldsProps) {
  const text = (key: Exclude<keyof Draft, 'isPublic' | 'earlyDays'>) => ({
    value: draft[key],
    error: wrong[key]?.[0],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [key]: target.value }),
  });
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('adminMixes.title')} maxLength={200} aria-required {...text('title')} />
        <Field label={t('adminMixes.dj')} maxLength={200} {...text('djName')} />
        <Field label={t('admin.table.genre')} maxLength={100} {...text('genre')} />
        <Field label={t('admin.mixes.category')} maxLength={100} {...text('category')} />
        <Field label="BPM" inputMode="numeric" hint={t('adminMixes.bpmHint')} {...text('bpm')} />
        <Field label={t('adminMixes.tags')} hint={t('adminMixes.tagsHint')} maxLength={400} {...text('tags')} />
      </div>
      <TextArea label={t('adminMixes.description')} maxLength={1000} {...text('description')} />
      <Switch
        label={t('adminMixes.public')}
        checked={draft.isPublic}
        onChange={({ target }) => onChange({ ...draft, isPublic: target.checked })}
      />
      <EarlyField value={draft.earlyDays || (until ? '' : '0')} until={until} onChange={(earlyDays) => onChange({ ...draft, earlyDays })} />
    </>
  );
}
