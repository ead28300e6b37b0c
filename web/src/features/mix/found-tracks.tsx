import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { MixDetail } from '@/api/types';
import { t } from '@/i18n/mix';
import { longTime, percent } from '@/lib/format';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { ProgressBar } from '@/ui/progress-bar';
import { searchQuery } from './queries';
import { type Entry, isListed, nameOf, withEntry } from './tracklist-text';

type FoundTracksProps = { mix: MixDetail; list: string; onChange: (list: string) => void };

/** Finds the songs of an uploaded mix in its sound, and adds those that the person accepts to the text of its tracklist. */
export function FoundTracks({ mix: { id }, list, onChange }: FoundTracksProps) {
  const client = useQueryClient();
  const query = searchQuery(id);
  const { data: search, error: unread } = useQuery(query);
  const change = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') => request(`/api/mixes/${id}/search`, { method }),
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const state = search?.state;
  const problem = change.error ?? unread;
  const found = (search?.tracks ?? []).map((track) => ({ ...track, seconds: Math.round(track.seconds) }));
  const isUnderWay = state === 'waiting' || state === 'running';
  return (
    <div className="grid gap-2 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-fg-muted text-sm">{t(state === 'waiting' ? 'mix.findWaiting' : 'mix.findHint')}</p>
        <Button size="sm" variant="secondary" pending={change.isPending} onClick={() => change.mutate(isUnderWay ? 'DELETE' : 'POST')}>
          {t(isUnderWay ? 'mix.findStop' : 'mix.find')}
        </Button>
      </div>
      {isUnderWay && <ProgressBar label={t('mix.finding')} value={state === 'running' ? search?.progress : undefined} max={1} />}
      {problem && (
        <p role="alert" className="text-danger text-sm">
          {messageOf(problem, t('mix.findFailed'))}
        </p>
      )}
      {state === 'failed' && !problem && (
        <p role="alert" className="text-danger text-sm">
          {t('mix.findFailed')}
        </p>
      )}
      {state === 'done' && <Suggestions found={found} list={list} onChange={onChange} />}
    </div>
  );
}

type Suggested = Entry & { confidence: number };

function Suggestions({ found, list, onChange }: { found: Suggested[]; list: string; onChange: (list: string) => void }) {
  const open = found.filter((entry) => !isListed(list, entry));
  if (open.length === 0) {
    return (
      <p role="status" className="text-sm">
        {t(found.length === 0 ? 'mix.foundNone' : 'mix.foundListed')}
      </p>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="font-semibold text-sm">
          {t('mix.found', { n: open.length })}
        </p>
        <Button size="sm" variant="ghost" onClick={() => onChange(open.reduce(withEntry, list))}>
          {t('mix.foundAddAll')}
        </Button>
      </div>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto">
        {open.map((entry) => (
          <li key={`${entry.seconds} ${entry.trackId}`} className="flex items-center gap-2 py-1">
            <span className="tnum w-16 shrink-0 text-fg-muted text-sm">{longTime(entry.seconds)}</span>
            <span className="min-w-0 flex-1 truncate text-sm">{nameOf(entry)}</span>
            <span className="tnum shrink-0 text-fg-muted text-sm">{t('mix.foundAlike', { n: percent(100 * entry.confidence) })}</span>
            <IconButton
              size="sm"
              icon={Plus}
              label={t('mix.foundAdd', { at: longTime(entry.seconds), name: nameOf(entry) })}
              onClick={() => onChange(withEntry(list, entry))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
