import type { UseQueryResult } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { request } from '@/api/client';
import type { Backup, Database } from '@/api/types';
import { language, t } from '@/i18n/admin';
import { BACKEND } from '@/lib/constants';
import { bytes, moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { TypedButton } from '@/ui/typed/typed-button';
import { useAct } from './database-queries';
import { RestoreDialog } from './restore-dialog';

const FREQUENCIES = ['hourly', 'daily', 'weekly', 'monthly'] as const;

type BackupsProps = { list: UseQueryResult<Backup[]>; schedule: Database['backups'] };

/** The schedule, and the backups that can be restored. */
export function Backups({ list, schedule: { place, encrypted, frequency, canRestore } }: BackupsProps) {
  const act = useAct();
  const save = (backupFrequency: string) => request('/api/admin/settings', { method: 'PATCH', body: { backupFrequency } });
  return (
    <>
      <p className="break-words text-fg-muted text-sm">{t('database.place', { place })}</p>
      <p className="mt-1 max-w-[70ch] text-fg-muted text-sm">{t(encrypted ? 'database.encrypted' : 'database.plain')}</p>
      {!canRestore && <p className="mt-1 max-w-[70ch] text-fg-muted text-sm">{t('database.restoreCluster')}</p>}
      <div className="my-4 flex items-center gap-3">
        <span aria-hidden className="font-semibold text-sm">
          {t('database.frequency')}
        </span>
        <Select
          label={t('database.frequency')}
          value={frequency}
          disabled={act.isPending}
          onChange={(value) => act.mutate({ call: () => save(value), done: t('database.frequencySaved') })}
          options={FREQUENCIES.map((value) => ({ value, label: t(`database.kind.${value}`) }))}
        />
      </div>
      <QueryView
        query={list}
        skeleton={<Skeleton className="h-40 w-full rounded-lg" />}
        empty={<p className="text-fg-muted">{t('database.backupNone')}</p>}
      >
        {(backups) => (
          <ul aria-label={t('database.backups')} className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">
            {backups.map((backup) => (
              <Row key={backup.id} backup={backup} canRestore={canRestore} />
            ))}
          </ul>
        )}
      </QueryView>
    </>
  );
}

function Row({ backup, canRestore }: { backup: Backup; canRestore: boolean }) {
  const act = useAct();
  const when = moment(backup.createdAt, language());
  const path = `/api/admin/backups/${backup.id}` as const;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 py-3.5">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {when}
          <Badge>{t(`database.kind.${backup.kind}`)}</Badge>
          {backup.encrypted && <Badge tone="success">{t('database.isEncrypted')}</Badge>}
        </p>
        <p className="text-fg-muted text-sm">
          {bytes(backup.size)} · {t('database.rows', { n: backup.rows })} · {t('database.uploads', { n: backup.uploads })}
        </p>
      </div>
      <span className="flex items-center gap-1">
        {canRestore && <RestoreDialog backup={backup} />}
        <Button asChild variant="ghost" size="sm">
          <a href={`${BACKEND}${path}/file`} download={backup.id} aria-label={t('database.download', { when })}>
            <Download size={18} aria-hidden />
          </a>
        </Button>
        <TypedButton
          trigger={<IconButton icon={Trash2} label={t('database.delete', { when })} size="sm" />}
          title={t('database.delete', { when })}
          text={t('database.deleteText')}
          action={t('database.deleteShort')}
          onConfirm={() => act.mutate({ call: () => request(path, { method: 'DELETE' }), done: t('database.deleted') })}
        />
      </span>
    </li>
  );
}
