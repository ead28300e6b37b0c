import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { Query } from '@/api/contract';
import { apiQuery, onePage } from '@/api/query-client';
import type { AITrack } from '@/api/types';
import { t } from '@/i18n/ai-review';
import { useChange } from '../lists';
import type { Asked } from '../table/columns';

const TRACKS = '/api/admin/ai-tracks';
const LOGS = '/api/admin/ai-logs';
const PROVIDERS = '/api/admin/ai-providers';
const CHECK = '/api/admin/ai-providers/check';

export type Status = AITrack['status'];
export type Verdict = 'approve' | 'reject' | 'unpublish';

const fresh = { staleTime: 0 };

export const statsQuery = queryOptions({ ...apiQuery(['/api/admin/ai-stats']), ...fresh });
/** One page of the tracks with a verdict; useTableState makes sure that the server knows its parameters. */
export const trackPage = (status: Status) => (asked: Asked) => onePage([TRACKS, { ...asked, status } as Query<typeof TRACKS>]);
export const logPage = (asked: Asked) => onePage([LOGS, asked as Query<typeof LOGS>]);

/** Decides about several tracks. */
export const decideAll = (action: Verdict) => (ids: string[], reason: string) =>
  request('/api/admin/ai-tracks/bulk', { method: 'POST', body: reason ? { action, ids, reason } : { action, ids } });

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
  const items = useProviders();
  return (provider) => labelOf(provider, items);
}

const useProviders = () => useQuery({ ...apiQuery([PROVIDERS]), ...fresh }).data?.items ?? [];

/** What the music of a table can be filtered by: the providers of this server, and the one in the address. */
export function useProviderOptions(others: readonly string[], chosen: string | undefined) {
  const items = useProviders();
  const names = new Set([BUILT_IN, ...items.map(({ name }) => name), ...others, ...(chosen ? [chosen] : [])]);
  return [...names].map((value) => ({ value, label: labelOf(value, items) }));
}

const BUILT_IN = 'built-in';
export const UPLOAD = 'upload';

function labelOf(provider: string, items: readonly { name: string; label: string }[]): string {
  if (provider === BUILT_IN) return t('aiReview.builtIn');
  if (provider === UPLOAD) return t('aiReview.uploaded');
  return items.find(({ name }) => name === provider)?.label ?? provider;
}

/** Asks every provider that is set up whether it answers. */
export const useCheck = () =>
  useQuery({
    queryKey: [CHECK],
    queryFn: ({ signal }) => request(CHECK, { method: 'POST', signal }),
    ...fresh,
    gcTime: 0,
  });
