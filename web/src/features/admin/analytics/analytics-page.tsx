import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { apiQuery } from '@/api/query-client';
import type { Analytics } from '@/api/types';
import { language, t } from '@/i18n/operator';
import { change, costTotal, count } from '@/lib/format';
import { EmptyState } from '@/ui/empty-state';
import { Field } from '@/ui/field';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { Charts } from './charts';
import { CSV } from './csv';
import { daysIn, RANGES, type Range, rangeOf, type Search, zone } from './range';
import { Retention } from './retention';
import { Tops } from './tops';

/** What people hear on the server, over any period. */
export function AnalyticsPage() {
  const range = rangeOf(useSearch({ strict: false }));
  const { from, to } = range;
  const query = useQuery({
    ...apiQuery(['/api/admin/analytics', { from, to, tz: zone() }]),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title={t('admin.analytics')}
        lead={t('analytics.lead')}
        actions={<CSV range={range} table="series" label={t('analytics.download')} />}
      />
      <RangeChoice range={range} />
      <QueryView query={query} skeleton={<Skeleton className="h-80 w-full rounded-lg" />}>
        {(data) => (
          <>
            <Numbers data={data} />
            {isQuiet(data) && <EmptyState compact icon={ChartColumn} title={t('analytics.none')} text={t('analytics.noneText')} />}
            <Charts data={data} />
            <Tops range={range} />
            <Retention range={range} />
          </>
        )}
      </QueryView>
    </>
  );
}

const isQuiet = ({ figures }: Analytics) => figures.plays === 0 && figures.sessions === 0 && figures.seconds === 0;

function RangeChoice({ range }: { range: Range }) {
  const navigate = useNavigate();
  const go = (search: Search) => void navigate({ to: '.', search, replace: true });
  const { name, from, to } = range;
  return (
    <div className="mb-6 flex flex-wrap items-end gap-3">
      <Select
        label={t('analytics.range')}
        value={name}
        onChange={(next) => go(next === 'own' ? { range: next, from, to } : { range: next })}
        options={RANGES.map((value) => ({ value, label: t(`analytics.range.${value}`) }))}
      />
      {name === 'own' && (
        <>
          <Field
            label={t('analytics.from')}
            type="date"
            value={from}
            max={to}
            onChange={({ target }) => target.value && go({ range: name, from: target.value, to })}
          />
          <Field
            label={t('analytics.to')}
            type="date"
            value={to}
            min={from}
            onChange={({ target }) => target.value && go({ range: name, from, to: target.value })}
          />
        </>
      )}
    </div>
  );
}

function Numbers({ data }: { data: Analytics }) {
  const { figures, before } = data;
  const days = daysIn(data);
  const whole = (n: number) => count(Math.round(n), language());
  const list = [
    [t('analytics.plays'), figures.plays, before.plays, whole],
    [t('analytics.people'), figures.people, before.people, whole],
    [t('analytics.hours'), figures.seconds / 3600, before.seconds / 3600, whole],
    [t('analytics.sessions'), figures.sessions, before.sessions, whole],
    [t('analytics.newAccounts'), figures.newAccounts, before.newAccounts, whole],
    [t('analytics.cost'), figures.aiCost, before.aiCost, costTotal],
  ] as const;
  return (
    <dl className="mb-6 grid grid-cols-2 gap-3 @3xl:grid-cols-3">
      {list.map(([name, now, then, format]) => (
        <div key={name} className="rounded-lg border border-line bg-surface p-4">
          <dt className="text-fg-muted text-sm">{name}</dt>
          <dd className="display tnum text-xl">{format(now)}</dd>
          <dd className="tnum mt-1 text-fg-muted text-xs">{against(now, then, days)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How a figure changed against the days before. */
function against(now: number, before: number, days: number): string {
  if (before === 0) return days === 1 ? t('analytics.beforeNoneDay') : t('analytics.beforeNone', { days });
  const by = change(((now - before) / before) * 100);
  return days === 1 ? t('analytics.beforeDay', { change: by }) : t('analytics.before', { change: by, days });
}
