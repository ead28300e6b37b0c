import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { pagedList } from '@/api/query-client';
import { t } from '@/i18n/radio';
import { cn } from '@/lib/cn';
import { useSettled } from '@/lib/settled';
import { CardGrid } from '@/things/list/card-grid';
import { CoverGridSkeleton } from '@/things/list/cover-grid';
import { countryLabel, ownCountry } from '@/things/station/countries';
import { StationCard } from '@/things/station/station-card';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { FilterBar } from './filter-bar';
import { type StationFilter, type StationTab, stationsKey } from './queries';

const SKELETONS = 8;

/** The stations of a tab that match the filters. */
export function StationList({ tab }: { tab: StationTab }) {
  const { filter, asked, change } = useFilter(tab);
  const query = useInfiniteQuery({ ...pagedList(stationsKey(tab, asked)), placeholderData: (before) => before });
  const narrowed = asked.q !== '' || asked.country !== '' || asked.genre !== '';
  const fading = useDeferredValue(query.isPlaceholderData);
  return (
    <>
      <FilterBar filter={filter} onChange={change} />
      <h2 className="display mb-4 text-xl">{t(`radio.heading.${tab}`)}</h2>
      <div className={cn('transition', fading && 'opacity-60')}>
        <QueryView
          query={query}
          skeleton={<CoverGridSkeleton cards={SKELETONS} round />}
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
          empty={
            <EmptyState
              level={3}
              icon={Radio}
              title={t('radio.none')}
              text={nothing(tab, asked, narrowed)}
              action={
                narrowed && (
                  <Button variant="secondary" onClick={() => change({ q: '', country: '', genre: '' })}>
                    {t('radio.clear')}
                  </Button>
                )
              }
            />
          }
        >
          {({ pages }) => (
            <>
              <CardGrid label={t(`radio.heading.${tab}`)}>
                {pages
                  .flatMap(({ items }) => items)
                  .map((station) => (
                    <li key={station.id}>
                      <StationCard station={station} />
                    </li>
                  ))}
              </CardGrid>
              {query.hasNextPage && (
                <Button variant="secondary" className="mt-8" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('radio.more')}
                </Button>
              )}
            </>
          )}
        </QueryView>
      </div>
    </>
  );
}

/** Why the list is empty. */
function nothing(tab: StationTab, { q, country, genre }: StationFilter, narrowed: boolean): string {
  if (tab === 'local' && q === '' && genre === '')
    return country ? t('radio.noneLocal', { country: countryLabel(country) }) : t('radio.noneLocalAll');
  if (narrowed) return t('radio.noneMatch');
  return t(tab === 'trending' ? 'radio.noneTrending' : 'radio.noneText');
}

/** The filter in the fields and in the address, and the filter of the query, a moment after the last key press. */
function useFilter(tab: StationTab) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const country = search.country ?? (tab === 'local' ? ownCountry() : '');
  const genre = search.genre ?? '';
  const [q, setQ] = useState(search.q ?? '');
  const askedQ = useSettled(q.trim());
  const change = (next: Partial<StationFilter>) => {
    if (next.q !== undefined) setQ(next.q);
    // An empty country stays in the address of Local Radio, which has its own default.
    const words = { ...search, q, country: search.country, genre: search.genre, ...next };
    const kept = Object.entries(words).filter(([name, value]) => value || (name === 'country' && value === '' && tab === 'local'));
    void navigate({ to: '.', search: Object.fromEntries(kept), replace: true });
  };
  return { filter: { q, country, genre }, asked: { q: askedQ, country, genre }, change };
}
