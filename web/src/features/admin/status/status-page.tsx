import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { components } from '@/api/schema';
import { language, type PlainKey, t } from '@/i18n/operator';
import { bytes, count, day, moment, percent } from '@/lib/format';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { FailedJobs } from './failed-jobs';
import { statusQuery } from './queries';

type Status = components['schemas']['ServerStatus'];
type Disk = Status['disks'][number];

/** How the server and its machine are doing, and what failed. */
export function StatusPage() {
  return (
    <>
      <PageHeader title={t('admin.status')} lead={t('operator.statusLead')} />
      <QueryView query={useQuery(statusQuery)} skeleton={<Skeleton className="h-80 w-full rounded-lg" />}>
        {(status) => <Readings status={status} />}
      </QueryView>
      <section className="mt-9">
        <h2 className="display mb-3 text-lg">{t('operator.failed')}</h2>
        <FailedJobs />
      </section>
    </>
  );
}

function Readings({ status }: { status: Status }) {
  const { cpu, jobs, stations } = status;
  return (
    <>
      <dl className="grid gap-3 @xl:grid-cols-2 @4xl:grid-cols-3">
        <Reading label={t('operator.service')} value={t(status.degraded.length === 0 ? 'operator.online' : 'operator.trouble')}>
          {status.degraded.map(({ part, detail }) => (
            <p key={part} className="text-warning">
              {detail}
            </p>
          ))}
          <p>{t('operator.since', { when: moment(status.startedAt, language()), version: status.version })}</p>
        </Reading>
        <DatabaseReading database={status.database} />
        <Reading label={t('operator.processor')} value={cpu.percent === null ? t('operator.unknown') : percent(cpu.percent, 1)}>
          {cpu.server !== null && <p>{t('operator.processorOwn', { n: percent(cpu.server, 1) })}</p>}
          <p>{t('operator.processors', { n: cpu.processors })}</p>
        </Reading>
        <Reading label={t('operator.memory')} value={status.memory === null ? t('operator.unknown') : bytes(status.memory)} />
        <Reading label={t('operator.jobs')} value={t('operator.jobsNow', { running: jobs.running, waiting: jobs.waiting })}>
          <p className={jobs.failed > 0 ? 'text-warning' : ''}>{t('operator.jobsFailed', { n: jobs.failed })}</p>
        </Reading>
        <Reading label={t('operator.stations')} value={t('operator.onAir', { n: stations.onAir, total: stations.total })}>
          <p>{t('operator.listeners', { n: stations.listeners })}</p>
        </Reading>
        {status.disks.map((disk) => (
          <DiskReading key={disk.holds.join()} disk={disk} />
        ))}
      </dl>
      <Interrupted stations={stations.interrupted} />
    </>
  );
}

function DatabaseReading({ database: { engine, health, answerMs } }: { database: Status['database'] }) {
  const latest = answerMs === null ? t('operator.databaseSilent') : t('operator.databaseTook', { ms: count(answerMs, language()) });
  return (
    <Reading label={t('operator.database')} value={engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}>
      <p>{t('operator.databaseAnswers', { n: percent(health, 1) })}</p>
      <p className={answerMs === null ? 'text-warning' : ''}>{latest}</p>
    </Reading>
  );
}

const HOLDS: Record<string, PlainKey> = { data: 'operator.holds.data', media: 'operator.holds.media', music: 'operator.holds.music' };

function DiskReading({ disk: { holds, free, total, fullAt } }: { disk: Disk }) {
  const names = [...new Set(holds)].map((what) => (HOLDS[what] ? t(HOLDS[what]) : what));
  return (
    <Reading label={t('operator.disks')} value={t('operator.left', { free: bytes(free), total: bytes(total) })}>
      <p>{names.join(', ')}</p>
      {fullAt && <p className="text-warning">{t('operator.fullAt', { when: day(fullAt, language()) })}</p>}
    </Reading>
  );
}

function Interrupted({ stations }: { stations: Status['stations']['interrupted'] }) {
  if (stations.length === 0) return null;
  return (
    <section className="mt-9">
      <h2 className="display mb-3 text-lg">{t('operator.interrupted')}</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">
        {stations.map(({ id, name, problem }) => (
          <li key={id} className="py-3">
            <Link to="/radios/$id" params={{ id }} className="font-semibold underline">
              {name}
            </Link>
            <p className="text-fg-muted text-sm">{problem || t('operator.lost')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reading({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <dt className="text-fg-muted text-sm">{label}</dt>
      <dd>
        <p className="display tnum text-lg">{value}</p>
        <div className="tnum text-fg-muted text-sm">{children}</div>
      </dd>
    </div>
  );
}
