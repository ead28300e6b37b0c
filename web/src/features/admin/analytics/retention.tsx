import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '@/api/query-client';
import { language, t } from '@/i18n/operator';
import { count, day, percent } from '@/lib/format';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { CSV } from './csv';
import { type Range, zone } from './range';

/** How many of the people who came in a week listened later. */
export function Retention({ range }: { range: Range }) {
  const { from, to } = range;
  const query = useQuery({ ...apiQuery(['/api/admin/analytics/retention', { from, to, tz: zone() }]), staleTime: 0 });
  return (
    <div className="mt-10">
      <h2 id="retention" className="display mb-1 text-lg">
        {t('analytics.retention')}
      </h2>
      <p className="mb-3 text-fg-muted text-sm">{t('analytics.retentionText')}</p>
      <CSV range={range} table="retention" label={t('analytics.downloadOf', { table: t('analytics.retention') })} />
      <QueryView
        query={query}
        skeleton={<Skeleton className="mt-5 h-60 w-full rounded-lg" />}
        isEmpty={(cohorts) => cohorts.every(({ accounts }) => accounts === 0)}
        empty={<p className="mt-5 text-fg-muted">{t('analytics.noRetention')}</p>}
      >
        {(cohorts) => (
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
            tabIndex={0}
            aria-labelledby="retention"
            className="mt-5 overflow-x-auto rounded-lg border border-line bg-surface"
          >
            <table aria-labelledby="retention" className="tnum w-full whitespace-nowrap text-left text-sm">
              <thead className="text-fg-muted">
                <tr>
                  {[t('analytics.week'), t('analytics.newAccounts'), ...cohorts.map((_, n) => t('analytics.weekOf', { n }))].map((head) => (
                    <th key={head} scope="col" className="px-3 py-3 font-semibold">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {cohorts.map(({ week, accounts, active }) => (
                  <tr key={week}>
                    <th scope="row" className="px-3 py-2 font-normal">
                      {day(week, language())}
                    </th>
                    <td className="px-3 py-2">{count(accounts, language())}</td>
                    {cohorts.map((cohort, n) => (
                      <td key={cohort.week} className="px-3 py-2">
                        {accounts > 0 && active[n] !== undefined ? percent((active[n] / accounts) * 100) : ''}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </QueryView>
    </div>
  );
}
