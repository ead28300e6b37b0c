import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { t } from '@/i18n/search';
import { DEFAULT_SEARCH_TAB, SEARCH_ALL } from '@/lib/constants';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { FILTER_PARAMS, filterOf, isFiltered, type SearchFilter } from './filter';
import { FilterChips } from './filter-chips';
import { MAX_RESULTS, searchQuery } from './queries';
import { useRecentSearches } from './recent-searches';
import { AllResults, MixResults, StationResults, TrackResults } from './results';
import { SearchBox } from './search-box';
import { StartSearching } from './start-searching';
import { Corrected, Status } from './status';
import { useTyping } from './use-typing';
import { focusResult, walk } from './walk';

const TABS = ['all', 'tracks', 'radio', 'mixes'] as const;
type Tab = (typeof TABS)[number];
type Address = { q?: string; tab?: string } & SearchFilter;

/** /search?q=&tab=&genre=&yearFrom=&yearTo=: one box for all kinds of results, with its state in the address. */
export function SearchPage() {
  const search: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: Address) => void navigate({ to: '/search', search: { ...search, ...change }, replace: true });
  const q = search.q?.trim() ?? '';
  const tab: Tab = TABS.find((name) => name === search.tab) ?? DEFAULT_SEARCH_TAB;
  const filter = filterOf(search);
  const [text, setText, flush] = useTyping(q, (next) => set({ q: next || undefined }));
  const results = useQuery(searchQuery(q, tab === 'all' ? SEARCH_ALL.tracks : MAX_RESULTS, filter));
  const { remember } = useRecentSearches();
  const page = useRef<HTMLDivElement>(null);
  const corrected = results.isPlaceholderData ? undefined : results.data?.corrected;

  const submit = () => {
    flush();
    remember(text);
  };
  const asked = { query: results, q, filtered: isFiltered(filter) };
  const panel = () => {
    if (q === '') return <StartSearching onPick={(query) => set({ q: query })} />;
    if (tab === 'tracks') return <TrackResults {...asked} />;
    if (tab === 'radio') return <StationResults {...asked} />;
    if (tab === 'mixes') return <MixResults {...asked} />;
    return <AllResults {...asked} onShowAll={(next) => set({ tab: next })} />;
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk through the results inside
    <div ref={page} onKeyDown={(event) => walk(event, page.current)}>
      <PageHeader title={t('search.title')} />
      <SearchBox value={text} onChange={setText} onSubmit={submit} onLeave={() => focusResult(page.current, 0)} />
      <Status connecting={results.isFetching} tab={tab} found={q === '' ? undefined : results.data} />
      <Tabs
        label={t('search.tabs')}
        value={tab}
        onChange={(next) => set({ tab: next === DEFAULT_SEARCH_TAB ? undefined : next })}
        tabs={TABS.map((value) => ({ value, label: t(`search.${value}`) }))}
      >
        {q !== '' && <FilterChips filter={filter} onChange={(next) => set({ ...NO_FILTER, ...next })} />}
        {q !== '' && corrected && <Corrected q={q} corrected={corrected} onPick={(query) => set({ q: query })} />}
        <div onClickCapture={() => remember(q)} onKeyDownCapture={(event) => event.key === 'Enter' && remember(q)}>
          {panel()}
        </div>
      </Tabs>
    </div>
  );
}

const NO_FILTER = Object.fromEntries(FILTER_PARAMS.map((name) => [name, undefined]));
