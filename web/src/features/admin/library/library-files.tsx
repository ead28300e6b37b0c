import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { libraryStatusQuery } from '@/api/queries';
import type { LibraryStatus, ScanStatus } from '@/api/types';
import { language, t } from '@/i18n/analysis';
import { bytes, count, moment, span } from '@/lib/format';
import { ScanProgress } from '@/things/library/empty-library';
import { Button } from '@/ui/button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { AnalysisQueue } from '../analysis-queue';
import { Figure } from '../figures';
import { useScan } from '../queries';

/** What the library holds, its folders, the scan, the analysis, and the files that need attention. */
export function LibraryFiles() {
  return (
    <QueryView query={useQuery(libraryStatusQuery)} skeleton={<Skeleton className="h-80 w-full rounded-lg" />}>
      {(library) => <Library library={library} />}
    </QueryView>
  );
}

function Library({ library: { stats, roots, scan } }: { library: LibraryStatus }) {
  const n = (value: number) => count(value, language());
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 @xl:grid-cols-3 @4xl:grid-cols-6">
        <Figure label={t('admin.stat.songs')} value={n(stats.tracks)} />
        <Figure label={t('admin.stat.albums')} value={n(stats.albums)} />
        <Figure label={t('admin.stat.artists')} value={n(stats.artists)} />
        <Figure label={t('admin.stat.genres')} value={n(stats.genres)} />
        <Figure label={t('admin.stat.duration')} value={span(stats.duration)} />
        <Figure label={t('admin.stat.size')} value={bytes(stats.bytes)} />
      </dl>
      <Block title={t('admin.scan')}>
        <Scan scan={scan} />
      </Block>
      <Block title={t('admin.roots')}>
        <ul className="grid gap-2">
          {roots.map((root) => (
            <li key={root}>
              <code className="text-sm">{root}</code>
            </li>
          ))}
        </ul>
      </Block>
      <Block title={t('queue.title')}>
        <AnalysisQueue />
      </Block>
      <Block title={t('admin.problems')}>
        {stats.problems > 0 ? <ToTab tab="broken" n={stats.problems} /> : <p className="text-fg-muted">{t('admin.problemsNone')}</p>}
      </Block>
      <Block title={t('admin.missing')}>
        {stats.missing > 0 ? <ToTab tab="missing" n={stats.missing} /> : <p className="text-fg-muted">{t('admin.missingNone')}</p>}
      </Block>
    </>
  );
}

/** Leads to the tab with these files. */
const ToTab = ({ tab, n }: { tab: 'broken' | 'missing'; n: number }) => (
  <Link to="/admin/playlists" search={{ tab }} className="font-semibold text-accent-text hover:underline">
    {t(`admin.music.${tab}`)} ({count(n, language())})
  </Link>
);

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="display mb-3 text-lg">{title}</h2>
      <div className="rounded-lg border border-line bg-surface p-5">{children}</div>
    </section>
  );
}

function Scan({ scan }: { scan: ScanStatus }) {
  const { start, cancel } = useScan();
  return (
    <>
      {scan.state === 'running' ? <ScanProgress scan={scan} /> : <p className="text-fg-muted">{summaryOf(scan)}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {scan.state === 'running' ? (
          <Button variant="secondary" pending={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('scan.cancel')}
          </Button>
        ) : (
          <>
            <Button pending={start.isPending} onClick={() => start.mutate(false)}>
              {t('scan.start')}
            </Button>
            <Button variant="ghost" disabled={start.isPending} onClick={() => start.mutate(true)}>
              {t('scan.full')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** The result of the last scan. */
function summaryOf(scan: ScanStatus): string {
  if (scan.state === 'idle') return t('scan.idle');
  if (scan.state === 'failed') return t('scan.failed');
  const when = scan.finishedAt ? moment(scan.finishedAt, language()) : '';
  if (scan.state === 'cancelled') return t('scan.cancelled', { when });
  return t('scan.finished', { when, added: scan.added, updated: scan.updated, missing: scan.missing });
}
