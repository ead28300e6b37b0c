import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { language, type PlainKey, t } from '@/i18n/operator';
import { moment } from '@/lib/format';
import { Button } from '@/ui/button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { More } from '../more';
import { failedJobsQuery, statusQuery } from './queries';

const KINDS: Record<string, PlainKey> = {
  generation: 'operator.job.generation',
  'ai-order': 'operator.job.aiOrder',
  'automix-plan': 'operator.job.automixPlan',
  automix: 'operator.job.automix',
  'automix-change': 'operator.job.automixChange',
  'mix-tracks': 'operator.job.mixTracks',
  split: 'operator.job.split',
  backup: 'operator.job.backup',
  database_check: 'operator.job.databaseCheck',
  database_compact: 'operator.job.databaseCompact',
  push: 'operator.job.push',
  announce: 'operator.job.announce',
  alert: 'operator.job.alert',
  'podcast-import': 'operator.job.podcastImport',
  export: 'operator.job.export',
};

/** What a job does; a newer server may have kinds that this app does not know. */
const jobName = (kind: string) => (KINDS[kind] ? t(KINDS[kind]) : kind);

/** The jobs that failed, each with its reason and a way to run it again. */
export function FailedJobs() {
  const query = useInfiniteQuery(failedJobsQuery);
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: (id: string) => request(`/api/admin/jobs/${id}/restart`, { method: 'POST' }),
    onSuccess: () => toast({ title: t('operator.retried') }),
    onError: (error) => toast({ tone: 'danger', title: t('operator.notRetried'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: failedJobsQuery.queryKey }),
        client.invalidateQueries({ queryKey: statusQuery.queryKey }),
      ]),
  });
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton className="h-24 w-full rounded-lg" />}
      isEmpty={({ pages }) => pages[0]?.items.length === 0}
      empty={<p className="text-fg-muted">{t('operator.noFailed')}</p>}
    >
      {({ pages }) => (
        <>
          <ul aria-label={t('operator.failed')} className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">
            {pages
              .flatMap((page) => page.items)
              .map(({ id, kind, error, attempts, failedAt }) => (
                <li key={id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
                  <div className="min-w-[min(100%,16rem)] flex-1">
                    <p className="font-semibold">{jobName(kind)}</p>
                    <p className="break-words text-sm">{error}</p>
                    <p className="text-fg-muted text-sm">
                      {[failedAt && moment(failedAt, language()), t('operator.attempts', { n: attempts })].filter(Boolean).join(' · ')}
                    </p>
                  </div>
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={t('operator.retryJob', { kind: jobName(kind) })}
                    pending={retry.isPending && retry.variables === id}
                    onClick={() => retry.mutate(id)}
                  >
                    {t('operator.retry')}
                  </Button>
                </li>
              ))}
          </ul>
          <More query={query} />
        </>
      )}
    </QueryView>
  );
}
