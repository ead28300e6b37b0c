import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleDot } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/lists';
import { DEFAULT_SEARCH_TAB, SEARCH_ALL } from '@/lib/constants';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { MOST_RESULTS, searchQuery } from './queries';
import { useRecentSearches } from './recent-searches';
import { AllResults, NoMixes, NoRadio, TrackResults } from './results';
import { SearchBox } from './search-box';
import { StartSearching } from './start-searching';

const TABS = ['all', 'tracks', 'radio', 'mixes'] as const;
type Tab = (typeof TABS)[number];

/** Milliseconds a person may pause while typing. */
const PAUSE = 150;

/** /search?q=&tab=: one box, four kinds of results, all in the address. */
export function SearchPage() {
  const search: { q?: string; tab?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: { q?: string; tab?: string }) => void navigate({ to: '/search', search: { ...search, ...change }, replace: true });
  const q = search.q?.trim() ?? '';
  const tab: Tab = TABS.find((name) => name === search.tab) ?? DEFAULT_SEARCH_TAB;
  const [text, setText, flush] = useTyping(q, (next) => set({ q: next || undefined }));
  const results = useQuery(searchQuery(q, tab === 'tracks' ? MOST_RESULTS : SEARCH_ALL.tracks));
  const remember = useRecentSearches((recent) => recent.remember);
  const page = useRef<HTMLDivElement>(null);

  const submit = () => {
    flush();
    remember(text);
  };
  const showAll = () => set({ tab: 'tracks' });
  const panel = () => {
    if (tab === 'radio') return <NoRadio />;
    if (tab === 'mixes') return <NoMixes />;
    if (q === '') return <StartSearching onPick={(query) => set({ q: query })} />;
    return tab === 'tracks' ? <TrackResults query={results} q={q} /> : <AllResults query={results} q={q} onShowAll={showAll} />;
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk through the results inside
    <div ref={page} onKeyDown={(event) => walk(event, page.current)}>
      <PageHeader title={t('search.title')} />
      <SearchBox value={text} onChange={setText} onSubmit={submit} onLeave={() => focusResult(page.current, 0)} />
      <Status connecting={results.isFetching} found={tab === 'tracks' && q !== '' ? results.data?.tracks.length : undefined} />
      <Tabs
        label={t('search.tabs')}
        value={tab}
        onChange={(next) => set({ tab: next === DEFAULT_SEARCH_TAB ? undefined : next })}
        tabs={TABS.map((value) => ({ value, label: t(`search.${value}`) }))}
      >
        <div onClickCapture={() => remember(q)} onKeyDownCapture={(event) => event.key === 'Enter' && remember(q)}>
          {panel()}
        </div>
      </Tabs>
    </div>
  );
}

/** What stands in the box, and in the address a short pause later. Going back, or a link, changes both. */
function useTyping(q: string, onPause: (q: string) => void) {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const send = useRef(onPause);
  useEffect(() => {
    send.current = onPause;
  });
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q);
  }, [q]);
  const flush = useRef((typed: string) => {
    if (typed.trim() === sent.current) return;
    sent.current = typed.trim();
    send.current(sent.current);
  });
  useEffect(() => {
    const timer = setTimeout(() => flush.current(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText, () => flush.current(text)] as const;
}

/** One line for what is going on, so that nothing below it moves. The banner waits a moment: most answers are quicker. */
function Status({ connecting, found }: { connecting: boolean; found?: number }) {
  return (
    <div role="status" className="mt-2.5 mb-2 h-6 text-fg-muted text-sm">
      {connecting ? (
        <p className="flex animate-fade-in items-center gap-2 [animation-delay:250ms] [animation-fill-mode:backwards]">
          <CircleDot size={14} aria-hidden className="text-accent-text" />
          {t('search.connecting')}
        </p>
      ) : (
        found !== undefined && <p>{found >= MOST_RESULTS ? t('search.capped', { n: found }) : t('search.results', { n: found })}</p>
      )}
    </div>
  );
}

const resultsIn = (page: HTMLElement | null) => [...(page?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];

const focusResult = (page: HTMLElement | null, index: number) => resultsIn(page)[index]?.focus();

/** Up and down go from result to result, and from the first back to the box. */
function walk(event: KeyboardEvent, page: HTMLElement | null) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  const all = resultsIn(page);
  const from = all.indexOf(event.target.closest<HTMLElement>('[data-result]') ?? event.target);
  if (from < 0) return;
  event.preventDefault();
  if (from + step < 0) page?.querySelector('input')?.focus();
  else all[from + step]?.focus();
}
