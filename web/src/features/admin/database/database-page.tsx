import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Database } from '@/api/types';
import { language, t } from '@/i18n/admin';
import { bytes, day, moment } from '@/lib/format';
import { Button } from '@/ui/button';
import { PageHeader } from '@/ui/page-header';
import { ProgressBar } from '@/ui/progress-bar';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Figure, Figures } from '../figures';
import { Backups } from './backups';
import { backupsQuery, databaseQuery, isBusy, isRestoring, makeBackup, useAct } from './database-queries';
import { SlowStatements, Tables } from './tables';
import { Upkeep } from './upkeep';

/** The database: its backups, its tables, and what an operator does for it. */
export function DatabasePage() {
  const query = useQuery(databaseQuery);
  const act = useAct();
  const busy = !query.data || isBusy(query.data.backup) || isRestoring(query.data);
  return (
    <>
      <PageHeader
        title={t('admin.database')}
        lead={t('database.lead')}
        actions={
          <Button disabled={busy} pending={act.isPending} onClick={() => act.mutate({ call: makeBackup, done: t('database.started') })}>
            {t('database.make')}
          </Button>
        }
      />
      <QueryView query={query} skeleton={<Skeleton className="h-80 w-full rounded-lg" />}>
        {(database) => <Sections database={database} />}
      </QueryView>
    </>
  );
}

function Sections({ database }: { database: Database }) {
  const list = useQuery(backupsQuery);
  const { refetch } = list;
  const { endedAt } = database.backup;
  useEffect(() => {
    if (endedAt) void refetch(); // the backup that ended is in the list now
  }, [endedAt, refetch]);
  const { backups, engine, engineVersion, size, schema, migratedAt } = database;
  const newest = list.data?.[0];
  return (
    <>
      <Figures>
        <Figure label={t('database.engine')} value={`${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${engineVersion}`} />
        <Figure label={t('database.size')} value={bytes(size)} />
        <Figure label={t('database.last')} value={newest ? moment(newest.createdAt, language()) : t('database.none')} />
        <Figure label={t('database.next')} value={nextOf(backups.nextAt)} />
      </Figures>
      <p className="text-fg-muted text-sm">{t('database.version', { version: schema, day: day(migratedAt, language()) })}</p>
      <Happening database={database} />
      <Block title={t('database.backups')}>
        <Backups list={list} schedule={backups} />
      </Block>
      <Block title={t('database.upkeep')}>
        <Upkeep database={database} />
      </Block>
      <Block title={t('database.tables')}>
        <Tables />
      </Block>
      <Block title={t('database.slow')}>
        <SlowStatements />
      </Block>
    </>
  );
}

function nextOf(at: string | null): string {
  if (at === null) return t('database.unknown');
  return new Date(at) <= new Date() ? t('database.soon') : moment(at, language());
}

/** A backup or a restore that runs or failed. */
function Happening({ database: { backup, restore } }: { database: Database }) {
  const retry = backup.retryAt ? t('database.backupRetry', { when: moment(backup.retryAt, language()) }) : '';
  return (
    <>
      {restore && !restore.error && <Progress text={t('database.restoring')} value={restore.progress} />}
      {restore?.error && <Failure title={t('database.restoreFailed')} text={restore.error} />}
      {isBusy(backup) && !backup.retryAt && <Progress text={t('database.making')} value={backup.progress} />}
      {backup.error && <Failure title={t('database.backupFailed')} text={`${backup.error} ${retry}`} />}
    </>
  );
}

const Progress = ({ text, value }: { text: string; value: number }) => (
  <div role="status" className="mt-5 grid gap-2 rounded-lg border border-line bg-surface p-4">
    <p>{text}</p>
    <ProgressBar label={text} value={value} max={1} />
  </div>
);

const Failure = ({ title, text }: { title: string; text: string }) => (
  <div role="alert" className="mt-5 rounded-lg border border-danger p-4">
    <p className="font-semibold text-danger">{title}</p>
    <p className="break-words text-sm">{text}</p>
  </div>
);

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-9">
    <h2 className="display mb-3 text-lg">{title}</h2>
    {children}
  </section>
);
