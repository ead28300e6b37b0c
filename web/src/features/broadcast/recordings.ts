import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { t } from '@/i18n/broadcast';
import { toast } from '@/ui/toast/toast-store';

export const RECORDINGS = '/api/recordings';
const MAX_RECORDINGS = 100; // per station
const GOING_ON = 10_000; // ms

/** The recorded shows of a station, newest first; polled while a recording is running. */
export const recordingsQuery = (station: string) =>
  queryOptions({
    ...apiQuery([RECORDINGS, { station, limit: MAX_RECORDINGS }]),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'recording') ? GOING_ON : false),
  });

export const waveQuery = (id: string) => queryOptions({ ...apiQuery([RECORDINGS, id, 'waveform']), retry: false });

/** Changes a recording and its mix. */
export function useRecordingChange<T = void>(call: (item: T) => Promise<unknown>, done?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      if (done) toast({ title: done });
    },
    onError: (error) => toast({ tone: 'danger', title: t('broadcast.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: [RECORDINGS] }), client.invalidateQueries({ queryKey: ['/api/mixes'] })]),
  });
}
