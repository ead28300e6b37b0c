import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { Recording } from '@/api/types';
import { t } from '@/i18n/broadcast';
import { toast } from '@/ui/toast/toast-store';

const RECORDINGS = '/api/recordings';
const MOST = 100; // per station
const GOING_ON = 10_000; // ms

export const recordingPath = (id: string, ...parts: string[]) => [RECORDINGS, id, ...parts].join('/');

/** The recorded shows of a station, newest first; polled while a recording is running. */
export const recordingsQuery = (station: string) =>
  queryOptions<Recording[]>({
    queryKey: [RECORDINGS, { station, limit: MOST }],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'recording') ? GOING_ON : false),
  });

export type Wave = { low: string; mid: string; high: string };

export const waveQuery = (id: string) => queryOptions<Wave>({ queryKey: [RECORDINGS, id, 'waveform'], retry: false });

type Change<T> = { path: () => string; method: 'PUT' | 'DELETE'; body?: (item: T) => unknown; done?: string };

/** Changes a recording and its mix. */
export function useRecordingChange<T = void>({ path, method, body, done }: Change<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (item: T) => request<Recording>(path(), { method, body: body?.(item) }),
    onSuccess: () => {
      if (done) toast({ title: done });
    },
    onError: (error) => toast({ tone: 'danger', title: t('broadcast.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: [RECORDINGS] }), client.invalidateQueries({ queryKey: ['/api/mixes'] })]),
  });
}
