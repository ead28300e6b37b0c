import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { OwnPremium } from '@/api/types';
import { t } from '@/i18n/premium';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { CodeForm } from './code-form';
import { CurrentPlan } from './current-plan';
import { Family } from './family';
import { Included } from './included';
import { Invited } from './join-form';
import { Paid, Payments } from './payments';
import { Plans } from './plans';
import { mineQuery } from './queries';

/** /premium: the person's plan and what they have used of it, the other plans, and the ways to get one. */
export function PremiumPage() {
  return (
    <>
      <PageHeader title={t('nav.premium')} lead={t('premium.lead')} />
      <QueryView query={useQuery(mineQuery)} skeleton={<Skeleton className="h-96 w-full rounded-lg" />}>
        {(mine) => <Sections mine={mine} />}
      </QueryView>
    </>
  );
}

function Sections({ mine }: { mine: OwnPremium }) {
  const { family, paid } = useSearch({ strict: false });
  const { configured } = mine.payments;
  return (
    <>
      {family && <Invited invitation={family} />}
      {paid && configured && <Paid />}
      <CurrentPlan mine={mine} />
      <Included mine={mine} />
      <Plans mine={mine} />
      <Payments mine={mine} />
      <CodeForm />
      <Family mine={mine} />
    </>
  );
}
