import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { apiQuery } from '@/api/query-client';
import { type PlainKey, t, withTexts } from '@/i18n/operator';
import { cn } from '@/lib/cn';
import { finds } from '../lists';
import { SECTIONS } from '../nav-items';
import type { Result } from './result';

/** How long after the last key the server is asked, in ms. */
const PAUSE = 200;

/** Where the search leads. A person is found in their list by the address, and their row opens. */
const KINDS: Record<
  string,
  { kind: PlainKey; to: (id: string) => string; search?: (id: string, detail: string) => Record<string, string> }
> = {
  station: { kind: 'operator.kind.station', to: (id) => `/radios/${id}` },
  song: { kind: 'operator.kind.song', to: (id) => `/tracks/${id}` },
  playlist: { kind: 'operator.kind.playlist', to: (id) => `/playlists/${id}` },
  mix: { kind: 'operator.kind.mix', to: (id) => `/mixes/${id}` },
  generation: { kind: 'operator.kind.generation', to: () => '/admin/ia' },
  person: { kind: 'operator.kind.person', to: () => '/admin/users', search: (id, email) => ({ q: email, open: id }) },
};

/** The search in settings and the manual, which loads with the first word. */
const helpQuery = queryOptions({
  queryKey: ['help'],
  queryFn: async () => {
    const [{ findSettings }, { findSections }] = await Promise.all([import('./find-settings').then(withTexts), import('./find-sections')]);
    return (words: string) => [...findSettings(words), ...findSections(words)];
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The pages of the area, everything on the server, settings and the manual, as far as the words find them. */
function useResults(words: string) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  const query = useQuery({
    ...apiQuery(['/api/admin/search', { q: asked }]),
    enabled: asked !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const help = useQuery({ ...helpQuery, enabled: asked !== '' });
  if (words.trim() === '') return { results: [], pending: false, failed: false };
  const pages = SECTIONS.filter(({ label }) => finds(words, t(label))).map(({ to, label }) => ({
    key: to,
    kind: 'operator.kind.page' as const,
    title: t(label),
    detail: '',
    to,
  }));
  const found = (query.data?.results ?? []).flatMap(({ kind, id, title, detail }): Result[] => {
    const known = KINDS[kind];
    return known
      ? [
          {
            key: `${kind} ${id}`,
            kind: known.kind,
            title: title || detail,
            detail: title ? detail : '',
            to: known.to(id),
            search: known.search?.(id, detail),
          },
        ]
      : [];
  });
  return {
    results: [...pages, ...found, ...(help.data?.(words.trim()) ?? [])],
    pending: asked !== words.trim() || query.isFetching || help.isFetching,
    failed: query.isError || help.isError,
  };
}

/** Searches everything on the server. Arrow keys choose a result, Enter opens it, Escape closes the list. */
export function SearchBox() {
  const id = useId();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { results, pending, failed } = useResults(words);
  const shown = open && words.trim() !== '';
  const chosen = Math.min(at, results.length - 1);

  const go = (result: Result | undefined) => {
    if (!result) return;
    setOpen(false);
    setWords('');
    void navigate({ to: result.to, search: result.search ?? {}, hash: result.hash ?? '' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt(shown ? (chosen + step + results.length) % results.length : 0);
    }
    if (event.key === 'Enter' && shown) go(results[chosen]);
    if (event.key === 'Escape') {
      if (shown) setOpen(false);
      else setWords('');
    }
  };
  return (
    <search
      className="relative min-w-0 max-w-md flex-1"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <Search size={16} aria-hidden className="pointer-events-none absolute top-3 left-3 text-fg-muted" />
      <input
        type="search"
        role="combobox"
        aria-label={t('operator.search')}
        placeholder={t('operator.search')}
        aria-expanded={shown}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && results[chosen] ? `${id}${chosen}` : undefined}
        autoComplete="off"
        maxLength={500}
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setOpen(true);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        className="h-10 w-full rounded-full border border-line-strong bg-surface pr-3 pl-11 text-sm placeholder:text-fg-muted"
      />
      {shown && (
        <div className="absolute inset-x-0 top-full max-sm:fixed max-sm:inset-x-2 max-sm:top-14 z-(--z-bar) mt-2 max-h-[70dvh] overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-2">
          <div role="listbox" id={`${id}list`} aria-label={t('operator.results')}>
            {results.map((result, i) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={result.key}
                id={`${id}${i}`}
                role="option"
                tabIndex={-1}
                aria-selected={i === chosen}
                className={cn('flex cursor-pointer items-baseline gap-3 rounded-md px-3 py-2 text-sm', i === chosen && 'bg-surface-3')}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(result)}
              >
                <span className="min-w-0 flex-1 truncate">
                  {result.title}
                  {result.detail && <span className="text-fg-muted"> · {result.detail}</span>}
                </span>
                <span className="text-fg-muted text-xs">{t(result.kind)}</span>
              </div>
            ))}
          </div>
          <p role="status" className="text-fg-muted text-sm">
            {failed && <span className="block px-3 py-2">{t('operator.searchFailed')}</span>}
            {!failed && !pending && results.length === 0 && <span className="block px-3 py-2">{t('operator.noResults')}</span>}
          </p>
        </div>
      )}
    </search>
  );
}
