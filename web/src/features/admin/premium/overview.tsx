import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '@/api/query-client';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/admin/premium';
import { cn } from '@/lib/cn';
import { count } from '@/lib/format';
import { moneyText } from '@/lib/money';
import { BarChart } from '@/ui/chart';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Figure, Figures } from '../figures';
import { Row, Table } from '../plain-table';

type PremiumFigures = components['schemas']['PremiumFigures'];

const figuresQuery = { ...apiQuery(['/api/admin/premium/figures']), staleTime: 0 };

/** Who pays, what comes in, and how many people have which plan. */
export function Overview() {
  return (
    <QueryView query={useQuery(figuresQuery)} skeleton={<Skeleton className="h-60 w-full rounded-lg" />}>
      {(figures) => (
        <>
          <Totals figures={figures} />
          <Revenue revenue={figures.revenue} />
          <NoRevenue figures={figures} />
          <People plans={figures.plans} />
        </>
      )}
    </QueryView>
  );
}

function Totals({ figures: { mrr, subscribers, trials, pastDue, new30d, churn30d } }: { figures: PremiumFigures }) {
  const whole = (n: number) => count(n, language());
  return (
    <Figures inThrees>
      <Figure
        label={t('adminPremium.mrr')}
        value={mrr.map((money) => moneyText(money, language())).join(' · ') || t('adminPremium.none')}
      />
      <Figure label={t('adminPremium.subscribers')} value={whole(subscribers)} />
      <Figure label={t('adminPremium.trials')} value={whole(trials)} />
      <Figure label={t('adminPremium.pastDue')} value={whole(pastDue)} />
      <Figure label={t('adminPremium.new30d')} value={whole(new30d)} />
      <Figure label={t('adminPremium.churn30d')} value={whole(churn30d)} />
    </Figures>
  );
}

/** The months are calendar months in UTC. */
const monthOf = (month: number, options: Intl.DateTimeFormatOptions) =>
  new Date(month).toLocaleDateString(language(), { ...options, timeZone: 'UTC' });

/** The months from the first to the last one in which somebody paid. The server leaves out those without payments. */
function monthsOf(revenue: PremiumFigures['revenue']): number[] {
  const paid = revenue.map(({ month }) => Date.parse(month));
  const months: number[] = [];
  for (const at = new Date(Math.min(...paid)); at.getTime() <= Math.max(...paid); at.setUTCMonth(at.getUTCMonth() + 1))
    months.push(at.getTime());
  return months;
}

/** What came in each month, as a chart with its table for each currency. */
function Revenue({ revenue }: { revenue: PremiumFigures['revenue'] }) {
  const currencies = [...new Set(revenue.map(({ currency }) => currency))].sort();
  if (currencies.length === 0) return <p className="text-fg-muted">{t('adminPremium.noRevenue')}</p>;
  const months = monthsOf(revenue);
  const paid = (currency: string, month: number) =>
    revenue.find((one) => one.currency === currency && Date.parse(one.month) === month)?.amount ?? 0;
  return (
    <div className={cn('grid gap-4', currencies.length > 1 && '@4xl:grid-cols-2')}>
      {currencies.map((currency) => (
        <BarChart
          key={currency}
          title={t('adminPremium.revenue', { currency })}
          bars={months.map((month) => ({
            key: String(month),
            tick: monthOf(month, { month: 'short' }),
            label: monthOf(month, { month: 'long', year: 'numeric' }),
            value: paid(currency, month),
          }))}
          format={(amount) => moneyText({ amount, currency }, language())}
          columns={{ label: t('adminPremium.month'), value: t('adminPremium.amount') }}
          words={{ asTable: t('adminPremium.asTable'), asChart: t('adminPremium.asChart') }}
          ticks={6}
        />
      ))}
    </div>
  );
}

/** What came in and is in none of the charts. */
function NoRevenue({ figures: { other, unstated } }: { figures: PremiumFigures }) {
  if (other.length === 0 && unstated === 0) return null;
  const money = other.map((sum) => moneyText(sum, language())).join(' · ');
  return (
    <p className="mt-4 text-fg-muted text-sm">
      {money && `${t('adminPremium.otherPaid', { money })} `}
      {unstated > 0 && t('adminPremium.unstated', { n: unstated })}
    </p>
  );
}

function People({ plans }: { plans: PremiumFigures['plans'] }) {
  const columns = [t('adminPremium.plan'), t('adminPremium.people')];
  return (
    <Table label={t('adminPremium.perPlan')} columns={columns}>
      {plans.map(({ id, name, people }) => (
        <Row key={id} columns={columns} name={name} cells={[count(people, language())]} />
      ))}
    </Table>
  );
}
