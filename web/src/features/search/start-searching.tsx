import { History, Search, X } from 'lucide-react';
import { t } from '@/i18n/search';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { useRecentSearches } from './recent-searches';

/** Shown before anything is typed: recent searches, and what can be found. */
export function StartSearching({ onPick }: { onPick: (query: string) => void }) {
  const { queries, forget, forgetAll } = useRecentSearches();
  return (
    <>
      {queries.length > 0 && (
        <section className="mb-8 max-w-2xl">
          <div className="mb-1 flex items-center justify-between">
            <h2 className="display text-lg">{t('search.recent')}</h2>
            <Button variant="ghost" size="sm" onClick={forgetAll}>
              {t('search.forgetAll')}
            </Button>
          </div>
          <ul>
            {queries.map((query) => (
              <li key={query} className="flex items-center rounded-md transition hover:bg-surface-2">
                <button
                  type="button"
                  data-result
                  onClick={() => onPick(query)}
                  className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-2 text-left"
                >
                  <History size={18} aria-hidden className="shrink-0 text-fg-muted" />
                  <span className="truncate">{query}</span>
                </button>
                <IconButton icon={X} size="sm" tooltip={false} label={t('search.forget', { query })} onClick={() => forget(query)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <EmptyState icon={Search} title={t('search.start')} text={t('search.startText')} />
    </>
  );
}
