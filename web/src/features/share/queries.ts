import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import type { Share } from '@/api/types';
import { t } from '@/i18n/share';
import type { Shareable } from '@/lib/share';
import { toast } from '@/ui/toast/toast-store';

const SHARES = '/api/shares';

/** The person's links, newest first. */
export const sharesQuery = apiQuery([SHARES, { limit: 200 }]);

/** What a link leads to; requested once, because a request counts as a visit. */
export const sharedQuery = (id: string) => apiQuery([`/api/shared/${encodeURIComponent(id)}`]);

/** How long a link can be valid, in days; 0 is forever. */
export const LIFETIMES = [0, 1, 7, 30, 365] as const;
export type Lifetime = (typeof LIFETIMES)[number];

/** How often a link was opened, in words. */
export const visitsOf = ({ visits }: Share) => (visits === 0 ? t('share.unvisited') : t('share.visits', { n: visits }));

const expiryIn = (days: number) => (days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString());

export function useMakeShare() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ item, days }: { item: Shareable; days: Lifetime }) =>
      request(SHARES, { method: 'POST', body: { kind: item.kind, id: item.id, expiresAt: expiryIn(days) ?? undefined } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [SHARES] }),
    onError: (error) => toast({ tone: 'danger', title: t('share.notMade'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
}

export function useRevokeShare() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(`${SHARES}/${id}`, { method: 'DELETE' }),
    onSuccess: () => toast({ title: t('share.revoked') }),
    onError: (error) => toast({ tone: 'danger', title: t('share.notRevoked'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries({ queryKey: [SHARES] }),
  });
}

export function useExpiry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, days }: { id: string; days: Lifetime }) =>
      request(`${SHARES}/${id}`, { method: 'PUT', body: { expiresAt: expiryIn(days) } }),
    onError: (error) => toast({ tone: 'danger', title: t('share.notChanged'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries({ queryKey: [SHARES] }),
  });
}
