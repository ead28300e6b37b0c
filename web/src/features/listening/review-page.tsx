import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CalendarX2 } from 'lucide-react';
import type { Listening } from '@/api/types';
import { t } from '@/i18n/history';
import { usePageMeta } from '@/lib/page-meta';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Charts, Tops, Totals } from './figures';
import { FiguresSkeleton } from './listening-page';
import { listeningQuery, yearsQuery } from './queries';
import { altOf, factsOf, highlightsOf } from './review-facts';
import { ReviewShare } from './review-share';

/** /review/$year: a year in music, with a picture to share. */
export function ReviewPage() {
  const { year = '' } = useParams({ strict: false });
  const isYear = /^[12]\d{3}$/.test(year);
  usePageMeta(t('listening.review', { year }));
  if (isYear) return <Review key={year} year={year} />;
  return (
    <>
      <PageHeader title={t('listening.reviews')} />
      <NoSuchYear year={year} />
    </>
  );
}

function Review({ year }: { year: string }) {
  const query = useQuery(listeningQuery({ from: `${year}-01-01`, to: `${year}-12-31` }));
  const soFar = Number(year) >= new Date().getFullYear();
  return (
    <>
      <PageHeader title={t('listening.review', { year })} lead={t(soFar ? 'review.leadSoFar' : 'review.lead')} />
      <QueryView
        query={query}
        skeleton={<FiguresSkeleton />}
        isEmpty={(data: Listening) => data.seconds === 0}
        empty={<NoSuchYear year={year} />}
      >
        {(data) => <Year year={year} data={data} />}
      </QueryView>
      <OtherYears year={year} />
    </>
  );
}

function Year({ year, data }: { year: string; data: Listening }) {
  return (
    <>
      <Totals data={data} />
      <dl className="mt-3 grid gap-3 @3xl:grid-cols-3">
        {highlightsOf(data).map(({ name, value }) => (
          <div key={name} className="min-w-0 rounded-xl border border-line bg-surface px-5 py-4">
            <dt className="text-fg-muted text-sm">{name}</dt>
            <dd className="display text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="review-picture" className="mt-8">
        <h2 id="review-picture" className="display mb-4 text-xl">
          {t('review.picture')}
        </h2>
        <ReviewShare facts={factsOf(year, data)} alt={altOf(year, data)} fileName={`sonora-${year}.png`} />
      </section>
      <div className="mt-8">
        <Charts data={data} unit="year" />
        <Tops data={data} />
      </div>
    </>
  );
}

function NoSuchYear({ year }: { year: string }) {
  return (
    <EmptyState
      icon={CalendarX2}
      title={t('review.none', { year })}
      text={t('review.noneText')}
      action={
        <Button asChild variant="secondary">
          <Link to="/listening">{t('title.listening')}</Link>
        </Button>
      }
    />
  );
}

function OtherYears({ year }: { year: string }) {
  const others = (useQuery(yearsQuery()).data ?? []).filter((other) => String(other) !== year);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('review.other')} className="mt-8 flex flex-wrap gap-2">
      {others.map((other) => (
        <Button key={other} asChild variant="outline">
          <Link to="/review/$year" params={{ year: String(other) }}>
            {other}
          </Link>
        </Button>
      ))}
    </nav>
  );
}
