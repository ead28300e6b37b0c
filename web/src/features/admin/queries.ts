import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { cancelScan, libraryStatusQuery, startScan } from '@/api/queries';
import type { LibraryStatus, ScanStatus } from '@/api/types';
import { t } from '@/i18n/admin';
import { toast } from '@/ui/toast/toast-store';

/** Starts and cancels scans. The start is shown immediately, progress and the end arrive by events. */
export function useScan() {
  const client = useQueryClient();
  const show = (scan: ScanStatus) =>
    client.setQueryData(libraryStatusQuery.queryKey, (old: LibraryStatus | undefined) => old && { ...old, scan });
  const start = useMutation({
    mutationFn: (full: boolean) => startScan(full),
    onSuccess: show,
    onError: (error) => toast({ tone: 'danger', title: t('scan.startFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  const cancel = useMutation({
    mutationFn: cancelScan, // its end arrives as an event
    onError: (error) => toast({ tone: 'danger', title: t('scan.cancelFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  return { start, cancel };
}

export function usePurge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('/api/library/missing/purge', { method: 'POST' }),
    onSuccess: ({ purged }) => {
      toast({ title: t('admin.purged', { n: purged }) });
      return client.invalidateQueries();
    },
    onError: (error) => toast({ tone: 'danger', title: t('admin.purgeFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
}
