import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/admin/premium';
import { day } from '@/lib/format';
import { moneyText } from '@/lib/money';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { plansQuery } from './queries';

type Difference = components['schemas']['Difference'];
type Side = NonNullable<Difference['here']>;

type DifferenceCardProps = { difference: Difference; isDisabled: boolean; onRepair: () => void };

/** A difference in plain words: whose it is, what each side has, and what repairs it. */
export function DifferenceCard({ difference, isDisabled, onRepair }: DifferenceCardProps) {
  const heading = useId();
  const { kind, subscription, accountId, email, here, there, repaired } = difference;
  return (
    <article aria-labelledby={heading} className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <div>
        <h2 id={heading} className="font-semibold">
          {t(`adminPremium.difference.${kind}`)}
        </h2>
        <p className="break-all text-fg-muted text-sm">
          {email && (
            <>
              <Link to="/admin/users" search={{ q: email, open: accountId }} className="text-accent-text hover:underline">
                {email}
              </Link>
              {' · '}
            </>
          )}
          {subscription}
        </p>
      </div>
      <dl className="grid gap-3 text-sm @xl:grid-cols-2">
        <Has label={t('adminPremium.here')} side={here} />
        <Has label={t('adminPremium.there')} side={there} />
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[65ch] text-sm">{t(`adminPremium.repairText.${wordOf(difference)}`)}</p>
        {repaired ? (
          <Badge tone="success">{t('adminPremium.repaired')}</Badge>
        ) : (
          <Repair difference={difference} isDisabled={isDisabled} onRepair={onRepair} />
        )}
      </div>
    </article>
  );
}

/** What a repair is called: storing also ends what should not run on. */
const wordOf = ({ kind, repair }: Difference) => (kind === 'double' || kind === 'leaving' || kind === 'erased' ? kind : repair);

/** What only stores something is done at once; what ends a subscription asks before. */
function Repair({ difference, isDisabled, onRepair }: DifferenceCardProps) {
  const { subscription } = difference;
  const word = wordOf(difference);
  const action = t(`adminPremium.repair.${word}`);
  const named = { 'aria-label': `${action}: ${subscription}`, disabled: isDisabled, size: 'sm', variant: 'secondary' } as const;
  if (word === 'sync')
    return (
      <Button {...named} onClick={onRepair}>
        {action}
      </Button>
    );
  return (
    <AskDialog
      trigger={<Button {...named}>{action}</Button>}
      title={`${action}?`}
      description={t('adminPremium.repairAsk', { name: subscription })}
      action={action}
      onConfirm={onRepair}
    />
  );
}

function Has({ label, side }: { label: string; side: Side | null }) {
  const plans = useQuery(plansQuery).data?.plans ?? [];
  return (
    <div className="rounded-md bg-surface-2 p-3">
      <dt className="text-fg-muted text-xs">{label}</dt>
      <dd className="tnum">
        {side ? linesOf(side, plans.find(({ id }) => id === side.planId)?.name ?? side.planId).join(' · ') : t('adminPremium.nothing')}
      </dd>
    </div>
  );
}

function linesOf({ status, amount, currency, interval, endsAt }: Side, plan: string): string[] {
  const money = currency && moneyText({ amount, currency }, language());
  return [
    plan,
    t(`adminPremium.status.${status}`),
    money && interval ? t(interval === 'month' ? 'adminPremium.perMonth' : 'adminPremium.perYear', { money }) : money,
    endsAt ? t('adminPremium.paidUntil', { day: day(endsAt, language()) }) : '',
  ].filter(Boolean);
}
