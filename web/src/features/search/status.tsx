import { CircleDot } from 'lucide-react';
import type { SearchResults } from '@/api/types';
import { t } from '@/i18n/search';
import { MAX_RESULTS } from './queries';

type StatusProps = { connecting: boolean; tab: 'all' | 'tracks' | 'radio' | 'mixes'; found?: SearchResults };

/** A fixed status line, so that nothing below it moves. The banner waits a moment, because most responses are faster. */
export function Status({ connecting, tab, found }: StatusProps) {
  return (
    <div role="status" className="mt-2.5 mb-2 h-6 text-fg-muted text-sm">
      {connecting ? (
        <p className="flex animate-fade-in items-center gap-2 [animation-delay:250ms] [animation-fill-mode:backwards]">
          <CircleDot size={14} aria-hidden className="text-accent-text" />
          {t('search.connecting')}
        </p>
      ) : (
        found && tab !== 'all' && <p>{countText(tab, found)}</p>
      )}
    </div>
  );
}

function countText(tab: 'tracks' | 'radio' | 'mixes', found: SearchResults): string {
  const n = { tracks: found.tracks, radio: found.stations, mixes: found.mixes }[tab].length;
  if (tab === 'tracks') return n >= MAX_RESULTS ? t('search.capped', { n }) : t('search.results', { n });
  if (tab === 'radio') return n >= MAX_RESULTS ? t('search.cappedStations', { n }) : t('search.foundStations', { n });
  return n >= MAX_RESULTS ? t('search.cappedMixes', { n }) : t('search.foundMixes', { n });
}

/** Shows the corrected query if nothing matches the text itself. */
export function Corrected({ q, corrected, onPick }: { q: string; corrected: string; onPick: (query: string) => void }) {
  return (
    <div className="mb-5 rounded-lg border border-line bg-surface px-4 py-3">
      <p className="font-semibold">
        <button type="button" onClick={() => onPick(corrected)} className="min-h-6 text-left hover:underline">
          {t('search.showing', { corrected })}
        </button>
      </p>
      <p className="text-fg-muted text-sm">{t('search.instead', { query: q })}</p>
    </div>
  );
}
