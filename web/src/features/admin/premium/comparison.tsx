import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PlugZap } from 'lucide-react';
import { request } from '@/api/client';
import { apiQuery } from '@/api/query-client';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/admin/premium';
import { moment } from '@/lib/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { useChange } from '../lists';
import { DifferenceCard } from './difference-card';

type Reconciliation = components['schemas']['Reconciliation'];

const ASKED_EVERY = 1500;
const isBusy = ({ state }: Reconciliation) => state === 'waiting' || state === 'running';

const comparisonQuery = {
  ...apiQuery(['/api/admin/premium/reconciliation']),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data?: Reconciliation | undefined } }) => (data && isBusy(data) ? ASKED_EVERY : false),
} as const;

/** What Stripe and this server do not agree on, and what repairs it. */
export function Comparison() {
  return (
    <QueryView query={useQuery(comparisonQuery)} skeleton={<Skeleton className="h-60 w-full rounded-lg" />}>
      {(found) => (found.configured ? <Compared found={found} /> : <NotConfigured />)}
    </QueryView>
  );
}

const NotConfigured = () => (
  <EmptyState
    icon={PlugZap}
    title={t('adminPremium.noProvider')}
    text={t('adminPremium.noProviderText')}
    action={
      <Button asChild>
        <Link to="/admin/settings" search={{ tab: 'keys' }}>
          {t('adminPremium.enterKeys')}
        </Link>
      </Button>
    }
  />
);

/** Compares again, and repairs the differences of some subscriptions. */
function useCompare() {
  const change = useChange();
  return {
    isPending: change.isPending,
    compare: (repair: readonly string[] = []) =>
      change.mutate({
        call: () => request('/api/admin/premium/reconciliation', { method: 'POST', body: { repair: [...repair] } }),
        done: t('adminPremium.comparing'),
      }),
  };
}

function Compared({ found }: { found: Reconciliation }) {
  const { isPending, compare } = useCompare();
  const { differences } = found;
  const toStore = differences.filter(({ repair, repaired }) => repair === 'sync' && !repaired).map(({ subscription }) => subscription);
  const isRunning = isBusy(found);
  return (
    <>
      <p className="mb-5 max-w-[65ch] text-fg-muted">{t('adminPremium.comparisonLead')}</p>
      <div className="flex flex-wrap gap-3">
        <Button pending={isPending || isRunning} onClick={() => compare()}>
          {t('adminPremium.compare')}
        </Button>
        {toStore.length > 1 && (
          <Button variant="secondary" disabled={isPending || isRunning} onClick={() => compare(toStore)}>
            {t('adminPremium.storeAll', { n: toStore.length })}
          </Button>
        )}
      </div>
      <LastRun found={found} />
      <ul className="mt-5 grid gap-4">
        {differences.map((difference) => (
          <li key={difference.subscription}>
            <DifferenceCard
              difference={difference}
              isDisabled={isPending || isRunning}
              onRepair={() => compare([difference.subscription])}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** When, by whom, how much was compared, and what came of it. */
function LastRun({ found }: { found: Reconciliation }) {
  const { state, problem, at, by, checked, found: all, differences } = found;
  const open = differences.filter(({ repaired }) => !repaired).length;
  const words = { when: at && moment(at, language()), by, n: checked };
  return (
    <div role="status" className="mt-5 grid gap-1">
      {isBusy(found) && <p>{t(problem ? 'adminPremium.comparisonRetries' : 'adminPremium.comparisonRuns')}</p>}
      {state === 'failed' && <p className="text-danger">{t('adminPremium.comparisonFailed')}</p>}
      {problem && <Problem problem={problem} />}
      {words.when === null ? (
        <p className="text-fg-muted">{t('adminPremium.neverCompared')}</p>
      ) : (
        <>
          <p className="font-semibold">
            {open > 0 ? t('adminPremium.differencesOf', { n: open }) : t(all > 0 ? 'adminPremium.allRepaired' : 'adminPremium.allAgree')}
          </p>
          <p className="text-fg-muted text-sm">
            {t(by ? 'adminPremium.comparedBy' : 'adminPremium.comparedItself', { ...words, when: words.when })}
            {all > 0 && ` ${t('adminPremium.found', { n: all })}`}
            {all > differences.length && ` ${t('adminPremium.foundListed', { n: differences.length })}`}
          </p>
        </>
      )}
    </div>
  );
}

/** Why it failed, what still works, and the way on. */
function Problem({ problem }: { problem: NonNullable<Reconciliation['problem']> }) {
  return (
    <p className="text-fg-muted text-sm">
      {t(`adminPremium.problem.${problem}`)}
      {(problem === 'key_refused' || problem === 'not_configured') && (
        <>
          {' '}
          <Link to="/admin/settings" search={{ tab: 'keys' }} className="link">
            {t('adminPremium.enterKeys')}
          </Link>
        </>
      )}
    </p>
  );
}
