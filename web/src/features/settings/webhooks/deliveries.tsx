import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Item, request } from '@/api/client';
import { messageOf } from '@/api/error';
import { language, t } from '@/i18n/account/webhooks';
import { moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Nothing } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { deliveriesQuery } from './queries';

type Delivery = Item<`/api/account/webhooks/${string}/deliveries`>;

const TONES = { waiting: 'neutral', sent: 'success', failed: 'danger' } as const;

/** What was sent to a webhook and what waits, newest first, with a way to send again what failed. */
export function Deliveries({ id }: { id: string }) {
  const query = useInfiniteQuery(deliveriesQuery(id));
  const list = useRef<HTMLUListElement>(null);
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('webhook.deliveries')}</h3>
      <QueryView
        query={query}
        skeleton={<Skeleton className="h-14 w-full rounded-md" />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={<Nothing>{t('webhook.noDeliveries')}</Nothing>}
      >
        {({ pages }) => (
          <ul ref={list} tabIndex={-1} className="divide-y divide-line rounded-md border border-line px-3 outline-none">
            {pages
              .flatMap(({ items }) => items)
              .map((delivery) => (
                <DeliveryRow key={delivery.id} webhook={id} delivery={delivery} onRetried={() => list.current?.focus()} />
              ))}
          </ul>
        )}
      </QueryView>
      {query.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('webhook.more')}
        </Button>
      )}
    </section>
  );
}

type DeliveryRowProps = { webhook: string; delivery: Delivery; onRetried: () => void };

function DeliveryRow({ webhook, delivery: { id, event, state, attempts, reason, at }, onRetried }: DeliveryRowProps) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => request(`/api/account/webhooks/${webhook}/deliveries/${id}/retry`, { method: 'POST' }),
    onSuccess: () => {
      onRetried();
      toast({ title: t('webhook.retried') });
    },
    onError: (error) => toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesQuery(webhook).queryKey }),
  });
  const name = t(`webhook.name.${event}`);
  const when = moment(at, language());
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2.5 text-sm">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          <Badge tone={TONES[state]}>{t(`webhook.state.${state}`)}</Badge>
        </p>
        {reason && <p className="break-words">{reason}</p>}
        <p className="tnum text-fg-muted">{attempts > 1 ? `${when} · ${t('webhook.attempts', { n: attempts })}` : when}</p>
      </div>
      {state === 'failed' && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('webhook.retryNamed', { event: name, when })}
          pending={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {t('webhook.retry')}
        </Button>
      )}
    </li>
  );
}
