import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartColumn, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Listening } from '@/api/types';
import { t } from '@/i18n/history';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { Charts, Tops, Totals } from './figures';
import { nameOf, periodOf, UNITS, type Unit } from './period';
import { listeningQuery, yearsQuery } from './queries';

/** /listening: the person's listening statistics. */
export function ListeningPage() {
  const [unit, setUnit] = useState<Unit>('week');
  const choose = (next: Unit) => setUnit(next);
  return (
    <>
      <PageHeader title={t('title.listening')} lead={t('listening.lead')} />
      <Tabs
        label={t('listening.period')}
        value={unit}
        onChange={choose}
        tabs={UNITS.map((value) => ({ value, label: t(`listening.period.${value}`) }))}
      >
        <PeriodView key={unit} unit={unit} />
      </Tabs>
      <Reviews />
    </>
  );
}

function PeriodView({ unit }: { unit: Unit }) {
  const [back, setBack] = useState(0);
  const period = periodOf(unit, new Date(), back);
  const query = useQuery({ ...listeningQuery(period), placeholderData: keepPreviousData });
  return (
    <>
      <div className="mb-4 flex items-center gap-2">
        <IconButton icon={ChevronLeft} label={t('listening.previous')} onClick={() => setBack(back + 1)} />
        <p aria-live="polite" className="tnum min-w-44 text-center font-semibold">
          {nameOf(period)}
        </p>
        <IconButton icon={ChevronRight} label={t('listening.next')} disabled={back === 0} onClick={() => setBack(Math.max(0, back - 1))} />
      </div>
      <QueryView query={query} skeleton={<FiguresSkeleton />} isEmpty={(data: Listening) => data.seconds === 0} empty={<Nothing />}>
        {(data) => (
          <>
            <Totals data={data} />
            <Charts data={data} unit={unit} />
            <Tops data={data} />
          </>
        )}
      </QueryView>
    </>
  );
}

function Nothing() {
  return (
    <EmptyState
      icon={ChartColumn}
      title={t('listening.none')}
      text={t('listening.noneText')}
      action={
        <Button asChild variant="secondary">
          <Link to="/library">{t('history.browse')}</Link>
        </Button>
      }
    />
  );
}

export function FiguresSkeleton() {
  return (
    <div role="status" aria-label={t('ui.loading')} className="grid gap-4">
      <Skeleton className="h-20 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
    </div>
  );
}

/** Links to the yearly reviews; hidden if there are none. */
function Reviews() {
  const years = useQuery(yearsQuery()).data ?? [];
  if (years.length === 0) return null;
  return (
    <nav aria-label={t('listening.reviews')} className="mt-8 flex flex-wrap gap-2">
      {years.map((year) => (
        <Button key={year} asChild variant="outline">
          <Link to="/review/$year" params={{ year: String(year) }}>
            {t('listening.review', { year: String(year) })}
          </Link>
        </Button>
      ))}
    </nav>
  );
}
