import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { RADIOS } from '@/api/stations';
import { t } from '@/i18n/broadcast';
import { toast } from '@/ui/toast/toast-store';

/** The API address of a station's resource. */
export const partOf = (stationId: string, ...parts: string[]) => [RADIOS, stationId, ...parts].join('/');

/** Refetches everything about a station. */
export function useStationChanged(stationId: string) {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path, part] }) => path === RADIOS && (part === stationId || typeof part === 'object'),
    });
}

type Change<T> = {
  path: (item: T) => string;
  method: 'POST' | 'PUT' | 'DELETE';
  body?: (item: T) => unknown;
  /** The toast on success. */
  done?: string;
};

/** A change of a station's resource. Shows a toast if it fails. */
export function useStationChange<T = void, R = unknown>(stationId: string, { path, method, body, done }: Change<T>) {
  const changed = useStationChanged(stationId);
  return useMutation({
    mutationFn: (item: T) => request<R>(path(item), { method, body: body?.(item) }),
    onSuccess: () => {
      if (done) toast({ title: done });
    },
    onError: (error) => toast({ tone: 'danger', title: t('broadcast.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: changed,
  });
}
