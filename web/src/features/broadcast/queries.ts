import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { ownPremiumQuery } from '@/api/plan';
import { RADIOS } from '@/api/stations';
import { t } from '@/i18n/broadcast';
import { toast } from '@/ui/toast/toast-store';

/** Refetches everything about a station, and how many the person has. */
export function useStationChanged(stationId: string) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ownPremiumQuery.queryKey });
    return client.invalidateQueries({
      predicate: ({ queryKey: [path, part] }) => path === RADIOS && (part === stationId || typeof part === 'object'),
    });
  };
}

/** A change of a station's resource, made by `call`. Shows the toast `done` on success, and another if it fails. */
export function useStationChange<T = void, R = unknown>(stationId: string, call: (item: T) => Promise<R>, done?: string) {
  const changed = useStationChanged(stationId);
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      if (done) toast({ title: done });
    },
    onError: (error) => toast({ tone: 'danger', title: t('broadcast.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: changed,
  });
}
