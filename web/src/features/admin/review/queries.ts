import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '@/api/client';
import { apiQuery, pagedList } from '@/api/query-client';
import type { AITrack } from '@/api/types';
import { t } from '@/i18n/ai-review';
import { useChange } from '../lists';

const TRACKS = '/api/admin/ai-tracks';
const PROVIDERS = '/api/admin/ai-providers';
const CHECK = '/api/admin/ai-providers/check';

export type Status = AITrack['status'];
export type Verdict = 'approve' | 'reject' | 'unpublish';

const fresh = { staleTime: 0 };

export const statsQuery = queryOptions({ ...apiQuery(['/api/admin/ai-stats']), ...fresh });
export const tracksList = (status: Status) => ({ ...pagedList([TRACKS, { status }]), ...fresh });
export const logsList = { ...pagedList(['/api/admin/ai-logs']), ...fresh };

/** Decides about a track; the reason is for its owner, unless it is approved. */
export function useDecide() {
  const change = useChange();
  return (track: Pick<AITrack, 'id' | 'title'>, verdict: Verdict, reason = '') =>
    change.mutateAsync({
      call: () =>
        verdict === 'approve'
          ? request(`${TRACKS}/${track.id}/approve`, { method: 'POST' })
          : request(`${TRACKS}/${track.id}/${verdict}`, { method: 'POST', body: { reason } }),
      done: t(`aiReview.done.${verdict}`, { title: track.title }),
    });
}

/** What the operator calls each provider; music that was imported may have others, which are shown as they are. */
export function useProviderNames(): (provider: string) => string {
  const items = useQuery({ ...apiQuery([PROVIDERS]), ...fresh }).data?.items ?? [];
  return (provider) => items.find(({ name }) => name === provider)?.label ?? provider;
}

/** Asks every provider that is set up whether it answers. */
export const useCheck = () =>
  useQuery({
    queryKey: [CHECK],
    queryFn: ({ signal }) => request(CHECK, { method: 'POST', signal }),
    ...fresh,
    gcTime: 0,
  });
