import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { t } from '@/i18n/admin/premium';
import { Choice } from '@/ui/choice';
import { FREE } from './plan-draft';
import { plansQuery } from './queries';

/** The plans that can be given to people: all but the one that everybody has. */
export const usePlansToGive = () => (useQuery(plansQuery).data?.plans ?? []).filter(({ id }) => id !== FREE);

/** Chooses a plan to give; at first the lowest. '' until the plans have arrived. */
export function PlanChoice({ value, onChange }: { value: string; onChange: (planId: string) => void }) {
  const plans = usePlansToGive();
  const first = plans[0]?.id ?? '';
  useEffect(() => {
    if (value === '' && first !== '') onChange(first);
  }, [value, first, onChange]);
  return (
    <Choice
      label={t('adminPremium.plan')}
      value={value}
      onChange={onChange}
      options={plans.map(({ id, name }) => ({ value: id, label: name }))}
      required
    />
  );
}
