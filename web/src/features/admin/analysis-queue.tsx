import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery, pagedList } from '@/api/query-client';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/analysis';
import { count } from '@/lib/format';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { More } from './more';

type Schemas = components['schemas'];
type AnalysisQueueState = Schemas['AnalysisQueue'];

const EVERY = 3000; // ms between polls while songs are being analysed

const queueQuery = queryOptions({
  ...apiQuery(['/api/admin/analysis']),
  refetchInterval: ({ state: { data } }) => (data && data.waiting + data.running > 0 ? EVERY : false),
  staleTime: 0,
});
const failedQuery = pagedList(['/api/admin/analysis/failed', { limit: 100 }]);

/** The progress of the music analysis, and the songs that could not be analysed. */
export function AnalysisQueue() {
  return (
    <QueryView query={useQuery(queueQuery)} skeleton={<Skeleton className="h-20 w-full" />}>
      {(queue) => (
        <>
          <Progress queue={queue} />
          {queue.failed > 0 && <FailedSongs total={queue.failed} />}
        </>
      )}
    </QueryView>
  );
}

function Progress({ queue: { enabled, waiting, running, done, failed, current } }: { queue: AnalysisQueueState }) {
  const n = (value: number) => count(value, language());
  const all = waiting + running + done + failed;
  const left = waiting + running;
  return (
    <>
      <p className="tnum">{t('queue.done', { done: n(done), all: n(all) })}</p>
      {left > 0 && <ProgressBar className="mt-2" label={t('queue.title')} max={all} value={done + failed} />}
      <p className="mt-2 text-fg-muted text-sm">
        {!enabled && t('queue.off')}
        {enabled && left === 0 && t('queue.idle')}
        {enabled && left > 0 && t('queue.left', { n: left })}
      </p>
      {current.map((track) => (
        <p key={track.id} className="truncate text-fg-muted text-sm">
          {t('queue.now', { title: track.title, artist: track.artist })}
        </p>
      ))}
    </>
  );
}

function FailedSongs({ total }: { total: number }) {
  const query = useInfiniteQuery(failedQuery);
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => request('/api/admin/analysis/retry', { method: 'POST' }),
    onError: (error) => toast({ tone: 'danger', title: messageOf(error, t('ui.loadFailed')) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queueQuery.queryKey }),
        client.invalidateQueries({ queryKey: failedQuery.queryKey }),
      ]),
  });
  return (
    <details className="mt-4">
      <summary className="cursor-pointer font-semibold">{t('queue.failed', { n: total })}</summary>
      <ul className="mt-2 text-sm">
        {query.data?.pages
          .flatMap((page) => page.items)
          .map(({ track, error }) => (
            <li key={track.id} className="border-line border-t py-2">
              {[track.title, track.artist].filter(Boolean).join(' · ')}
              <p className="text-fg-muted">{error}</p>
            </li>
          ))}
      </ul>
      <More query={query} />
      <Button size="sm" variant="secondary" className="mt-3" pending={retry.isPending} onClick={() => retry.mutate()}>
        {t('queue.retry')}
      </Button>
    </details>
  );
}
