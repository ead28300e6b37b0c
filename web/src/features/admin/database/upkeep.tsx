import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { Database, Work } from '@/api/types';
import { language, t } from '@/i18n/admin';
import { bytes, moment } from '@/lib/format';
import { Button } from '@/ui/button';
import { isBusy, isRestoring, useAct } from './database-queries';

/** What an operator does for the database, each with its result. */
export function Upkeep({ database }: { database: Database }) {
  const { check, compact } = database;
  const act = useAct();
  const start = (name: 'check' | 'compact') => act.mutate({ call: () => request(`/api/admin/database/${name}`, { method: 'POST' }) });
  const idle = !act.isPending && !isRestoring(database);
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">
      <Connection />
      <Task
        text={t('database.checkText')}
        result={checkResult(check)}
        action={
          <Button variant="secondary" size="sm" disabled={!idle || isBusy(check)} onClick={() => start('check')}>
            {t('database.check')}
          </Button>
        }
      >
        {check.problems.length > 0 && (
          <ul className="mt-1 list-disc pl-5 text-danger text-sm">
            {check.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </Task>
      <Task
        text={t('database.compactText')}
        result={result(compact, (when) => t('database.compacted', { size: bytes(compact.freed), when }))}
        action={
          <Button variant="secondary" size="sm" disabled={!idle || isBusy(compact)} onClick={() => start('compact')}>
            {t('database.compact')}
          </Button>
        }
      />
    </ul>
  );
}

function Connection() {
  const test = useMutation({ mutationFn: () => request('/api/admin/database/test', { method: 'POST' }) });
  const said = () => {
    if (test.error) return t('database.testFailed', { error: messageOf(test.error, t('ui.loadFailedText')) });
    if (!test.data) return '';
    return test.data.ok ? t('database.testOk', { ms: test.data.latencyMs }) : t('database.testFailed', { error: test.data.error });
  };
  return (
    <Task
      text={t('database.testText')}
      result={said()}
      action={
        <Button variant="secondary" size="sm" pending={test.isPending} onClick={() => test.mutate()}>
          {t('database.test')}
        </Button>
      }
    />
  );
}

const checkResult = (check: Work) =>
  result(check, (when) => t(check.problems.length > 0 ? 'database.checkWrong' : 'database.checkOk', { when }));

/** How the newest run of something went. */
function result(work: Work, done: (when: string) => string): string {
  if (work.error) return t('database.failed', { error: work.error });
  if (isBusy(work)) return t('database.running');
  return work.state === 'done' && work.endedAt ? done(moment(work.endedAt, language())) : '';
}

type TaskProps = { text: string; result: string; action: ReactNode; children?: ReactNode };

const Task = ({ text, result, action, children }: TaskProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 py-3.5">
    <div className="min-w-[min(100%,16rem)] flex-1">
      <p className="text-fg-muted text-sm">{text}</p>
      <p role="status" className="break-words font-semibold text-sm empty:hidden">
        {result}
      </p>
      {children}
    </div>
    {action}
  </li>
);
