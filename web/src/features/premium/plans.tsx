import { useQuery } from '@tanstack/react-query';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { OfferedPlan, OwnPremium } from '@/api/types';
import { t } from '@/i18n/premium';
import { Badge } from '@/ui/badge';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Buy } from './buy';
import { INTERVALS, plansQuery, useDeleteAt } from './queries';
import { ENTITLEMENTS, grantOf, price } from './words';

/** The plans on offer next to each other, with the ways to get one. */
export function Plans({ mine }: { mine: OwnPremium }) {
  const heading = useId();
  const isLeaving = useDeleteAt() !== null;
  return (
    <section aria-labelledby={heading} className="mt-8">
      <h2 id={heading} className="display text-lg">
        {t('premium.plans')}
      </h2>
      {(isLeaving || !mine.payments.configured) && (
        <p className="mt-0.5 max-w-[65ch] text-fg-muted text-sm">{t(mine.payments.configured ? 'premium.leavingPlans' : 'premium.how')}</p>
      )}
      <QueryView query={useQuery(plansQuery)} skeleton={<Skeleton className="mt-3 h-80 w-full rounded-lg" />}>
        {({ plans }) =>
          plans.every(({ id }) => id === mine.plan.id) ? (
            <p className="mt-3 text-fg-muted">{t('premium.onlyPlan')}</p>
          ) : (
            <div className="mt-3 grid gap-4" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 18rem), 1fr))' }}>
              {plans.map((plan) => (
                <PlanCard key={plan.id} plan={plan} mine={mine} />
              ))}
            </div>
          )
        }
      </QueryView>
    </section>
  );
}

function PlanCard({ plan, mine }: { plan: OfferedPlan; mine: OwnPremium }) {
  const heading = useId();
  const isFree = plan.rank === 0;
  const isLeaving = useDeleteAt() !== null;
  return (
    <article aria-labelledby={heading} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={heading} className="display text-xl">
          {plan.name}
        </h3>
        {plan.id === mine.plan.id && <Badge tone="accent">{t('premium.yours')}</Badge>}
      </div>
      {plan.description && <p className="text-fg-muted text-sm">{plan.description}</p>}
      <Price plan={plan} />
      {!isFree && plan.trialDays > 0 && mine.payments.configured && !mine.payments.portal && (
        <p className="text-sm">{t('premium.trial', { n: plan.trialDays })}</p>
      )}
      <ul className="grid gap-2 text-sm">
        {plan.familyMembers > 0 && <Line isIncluded>{t('premium.family', { n: plan.familyMembers })}</Line>}
        {ENTITLEMENTS.map((name) => {
          const grant = plan.grants[name];
          return (
            <Line key={name} isIncluded={grant === null || Number(grant) > 0}>
              {t(`premium.of.${name}`)}: {grantOf(name, grant)}
            </Line>
          );
        })}
      </ul>
      {!isFree && mine.payments.configured && !isLeaving && <Buy plan={plan} mine={mine} />}
    </article>
  );
}

function Price({ plan: { rank, prices } }: { plan: OfferedPlan }) {
  if (rank === 0) return <p className="display text-lg">{t('premium.costsNothing')}</p>;
  const sold = INTERVALS.flatMap((interval) => {
    const money = prices[interval];
    return money ? [t(`premium.price.${interval}`, { price: price(money) })] : [];
  });
  if (sold.length === 0) return <p className="font-semibold">{t('premium.notSold')}</p>;
  return (
    <div className="tnum">
      {sold.map((line, i) => (
        <p key={line} className={i === 0 ? 'display text-lg' : 'text-fg-muted text-sm'}>
          {line}
        </p>
      ))}
    </div>
  );
}

function Line({ isIncluded, children }: { isIncluded: boolean; children: ReactNode }) {
  const Icon = isIncluded ? Check : Minus;
  return (
    <li className="flex gap-2">
      <Icon size={18} aria-hidden className={`shrink-0 ${isIncluded ? 'text-success' : 'text-fg-muted'}`} />
      <span>{children}</span>
    </li>
  );
}
