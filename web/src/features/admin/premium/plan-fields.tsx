import { t } from '@/i18n/admin/premium';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { type Draft, type Interval, LOWEST, NUMBERS, type NumberName, SWITCHES, wrongPrices } from './plan-draft';

type FieldsProps = {
  draft: Draft;
  /** The plan that everybody has: it has no price and no rank. */
  isFree: boolean;
  wrong: Record<string, string[] | undefined>;
  onChange: (draft: Draft) => void;
};

/** The fields of a plan that the server names when it refuses them. */
export const NAMED = ['name', 'description', 'rank', 'trialDays', 'familyMembers', 'prices', 'grants'];

export function PlanFields(props: FieldsProps) {
  const { draft, isFree, wrong, onChange } = props;
  const text = (key: 'name' | 'description' | 'rank' | 'trialDays' | 'familyMembers') => ({
    value: draft[key],
    error: wrong[key]?.[0],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [key]: target.value }),
  });
  const number = { type: 'number', required: true, min: 0, step: 1 } as const;
  return (
    <>
      <Field label={t('adminPremium.name')} required maxLength={80} {...text('name')} />
      <TextArea label={t('adminPremium.description')} maxLength={500} {...text('description')} />
      {!isFree && (
        <>
          <Field label={t('adminPremium.rank')} hint={t('adminPremium.rankHint')} {...number} min={1} max={1000} {...text('rank')} />
          <Prices {...props} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label={t('adminPremium.trialDays')} {...number} max={730} {...text('trialDays')} />
            <Field label={t('adminPremium.family')} hint={t('adminPremium.familyHint')} {...number} max={50} {...text('familyMembers')} />
          </div>
        </>
      )}
      <GrantFields {...props} />
      <Switch
        label={t('adminPremium.offered')}
        hint={t('adminPremium.offeredHint')}
        checked={draft.offered}
        onChange={({ target }) => onChange({ ...draft, offered: target.checked })}
      />
    </>
  );
}

const legend = 'mb-1 font-semibold';

function Prices({ draft, wrong, onChange }: FieldsProps) {
  const invalid = wrongPrices(draft);
  const field = (part: 'amounts' | 'currencies', interval: Interval) => ({
    value: draft[part][interval],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [part]: { ...draft[part], [interval]: target.value } }),
  });
  const row = (interval: Interval) => (
    <div key={interval} className="grid grid-cols-2 items-start gap-4">
      <Field
        label={t(`adminPremium.${interval}Price`)}
        inputMode="decimal"
        error={invalid.includes(interval) ? t('adminPremium.amountWrong') : undefined}
        {...field('amounts', interval)}
      />
      <Field label={t(`adminPremium.${interval}Currency`)} maxLength={3} autoCapitalize="characters" {...field('currencies', interval)} />
    </div>
  );
  return (
    <fieldset className="grid gap-4">
      <legend className={legend}>{t('adminPremium.prices')}</legend>
      <p className="text-fg-muted text-sm">{t('adminPremium.pricesHint')}</p>
      {row('month')}
      {row('year')}
      <Wrong text={wrong.prices?.[0]} />
    </fieldset>
  );
}

const Wrong = ({ text }: { text: string | undefined }) =>
  text ? (
    <p role="alert" className="text-danger text-sm">
      {text}
    </p>
  ) : null;

/** Everything that a plan grants: switches, and numbers that may have no limit. */
function GrantFields({ draft, wrong, onChange }: FieldsProps) {
  const { switches, numbers } = draft;
  return (
    <fieldset className="grid gap-4">
      <legend className={legend}>{t('adminPremium.includes')}</legend>
      {SWITCHES.map((name) => (
        <Switch
          key={name}
          label={t(`adminPremium.grant.${name}`)}
          checked={switches[name]}
          onChange={({ target }) => onChange({ ...draft, switches: { ...switches, [name]: target.checked } })}
        />
      ))}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {NUMBERS.map((name) => (
          <Limit
            key={name}
            name={name}
            value={numbers[name]}
            onChange={(value) => onChange({ ...draft, numbers: { ...numbers, [name]: value } })}
          />
        ))}
      </div>
      <Wrong text={wrong.grants?.[0]} />
      <p className="text-fg-muted text-sm">{t('adminPremium.unlimitedNote')}</p>
    </fieldset>
  );
}

type LimitProps = { name: NumberName; value: string | null; onChange: (value: string | null) => void };

function Limit({ name, value, onChange }: LimitProps) {
  const label = t(`adminPremium.grant.${name}`);
  const none = t(name === 'storage' ? 'adminPremium.ofServer' : 'adminPremium.unlimited');
  return (
    <div className="grid content-start gap-2.5 rounded-md border border-line p-3">
      <Field
        label={label}
        type="number"
        min={LOWEST[name]}
        step={1}
        required={value !== null}
        disabled={value === null}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value)}
      />
      <Switch
        label={none}
        aria-label={`${none}: ${label}`}
        checked={value === null}
        onChange={({ target }) => onChange(target.checked ? null : '')}
      />
    </div>
  );
}
