import { queryOptions } from '@tanstack/react-query';
import type { Item } from '@/api/client';
import { pagedList, wholeList } from '@/api/query-client';

export type Webhook = Item<'/api/account/webhooks'>;
export type WebhookEvent = Webhook['events'][number];

export const EVENTS: readonly WebhookEvent[] = ['play', 'like', 'rating', 'playlist', 'notification'];

/** Webhooks work while nobody looks, so they are refetched on every visit. */
export const webhooksQuery = queryOptions({ ...wholeList(['/api/account/webhooks']), staleTime: 0 });
export const deliveriesQuery = (id: string) => ({ ...pagedList([`/api/account/webhooks/${id}/deliveries`, { limit: 20 }]), staleTime: 0 });

/** The part of an address that is not secret. */
export function hostOf(address: string) {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}
