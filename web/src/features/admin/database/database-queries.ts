import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery, wholeList } from '@/api/query-client';
import type { Database, Work } from '@/api/types';
import { t } from '@/i18n/admin';
import { toast } from '@/ui/toast/toast-store';

const SOON = 1500;
const SELDOM = 30_000;

export const isBusy = ({ state }: Work) => state === 'waiting' || state === 'running';
export const isRestoring = ({ restore }: Database) => restore !== undefined && restore.error === '';

/** The database and what happens with it. It is read often while something does. */
export const databaseQuery = queryOptions({
  ...apiQuery(['/api/admin/database']),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data && (isRestoring(data) || [data.backup, data.check, data.compact].some(isBusy)) ? SOON : SELDOM,
});
export const backupsQuery = queryOptions({ ...wholeList(['/api/admin/backups']), staleTime: 0 });
export const tablesQuery = queryOptions({ ...wholeList(['/api/admin/database/tables']), staleTime: 0 });
export const statementsQuery = queryOptions({ ...wholeList(['/api/admin/database/slow-statements']), staleTime: 0 });

type Act = { call: () => Promise<unknown>; done?: string };

/** Does something with the database or a backup, and reads again what happens. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ call }: Act) => call(),
    onSuccess: (_, { done }) => done && toast({ title: done }),
    onError: (error) => toast({ tone: 'danger', title: t('database.actFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => Promise.all([databaseQuery, backupsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  });
}

export const makeBackup = () => request('/api/admin/backups', { method: 'POST' });
