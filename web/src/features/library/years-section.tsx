import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarRange } from 'lucide-react';
import type { Year } from '@/api/types';
import { t } from '@/i18n/browse';
import { LibraryFrame } from '@/things/library/library-frame';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { yearsQuery } from './queries';

/** The years of the music by decade; each links to its songs. */
export function YearsSection() {
  const years = useQuery(yearsQuery);
  return (
    <LibraryFrame section="years" title={t('library.title')} lead={years.data && t('library.yearCount', { n: years.data.length })}>
      <QueryView
        query={years}
        skeleton={<Skeleton className="h-80" />}
        empty={<EmptyState icon={CalendarRange} title={t('library.noYears')} text={t('library.noYearsText')} />}
      >
        {(items) => decadesOf(items).map(([decade, members]) => <Decade key={decade} decade={decade} years={members} />)}
      </QueryView>
    </LibraryFrame>
  );
}

function Decade({ decade, years }: { decade: number; years: Year[] }) {
  return (
    <section className="mb-8">
      <h2 className="display mb-3 text-xl">
        <Link
          to="/library"
          search={{ tab: 'tracks', sort: '-year', yearFrom: String(decade), yearTo: String(decade + 9) }}
          className="rounded-sm hover:underline"
        >
          {t('library.decade', { year: decade })}
        </Link>
      </h2>
      <ul className="grid grid-cols-2 gap-3 @lg:grid-cols-3 @3xl:grid-cols-5">
        {years.map(({ year, tracks, albums }) => (
          <li key={year}>
            <Link
              to="/library"
              search={{ tab: 'tracks', sort: 'album', yearFrom: String(year), yearTo: String(year) }}
              className="block rounded-lg border border-line bg-surface p-4 transition hover:bg-surface-2"
            >
              <span className="display tnum block text-lg">{year}</span>
              <span className="tnum block text-fg-muted text-sm">{t('library.trackCount', { n: tracks })}</span>
              <span className="tnum block text-fg-muted text-sm">{t('library.albumCount', { n: albums })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function decadesOf(years: readonly Year[]): [number, Year[]][] {
  const decades = new Map<number, Year[]>();
  for (const year of years) {
    const decade = year.year - (year.year % 10);
    decades.set(decade, [...(decades.get(decade) ?? []), year]);
  }
  return [...decades];
}
