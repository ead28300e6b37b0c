import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '@/api/error';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/admin/alerts';
import { moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { deliveriesQuery, useRetryDelivery } from './queries';

type Delivery = components['schemas']['AlertDelivery'];

const TONES = { waiting: 'neutral', sent: 'success', failed: 'danger' } as const;

/** Where an alert was sent, newest first, with a way to send again what failed. */
export function Deliveries({ alert }: { alert: string }) {
  const query = useInfiniteQuery(deliveriesQuery(alert));
  const list = useRef<HTMLUListElement>(null);
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-14 w-full rounded-md" />}>
      {({ pages }) => (
        <>
          <ul ref={list} tabIndex={-1} className="mt-1 divide-y divide-line rounded-md border border-line px-3 outline-none">
            {pages
              .flatMap(({ items }) => items)
              .map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} onRetried={() => list.current?.focus()} />
              ))}
          </ul>
          {query.hasNextPage && (
            <Button variant="ghost" size="sm" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('alerts.moreDeliveries')}
            </Button>
          )}
        </>
      )}
    </QueryView>
  );
}

function DeliveryRow({ delivery, onRetried }: { delivery: Delivery; onRetried: () => void }) {
  const { id, channel, state, attempts, reason, updatedAt, nextAt } = delivery;
  const retry = useRetryDelivery();
  const name = t(`alerts.channel.${channel}`);
  const when = (iso: string) => moment(iso, language());
  const facts = [
    t('alerts.attempts', { n: attempts }),
    attempts > 0 && t('alerts.lastAt', { when: when(updatedAt) }),
    nextAt && t('alerts.nextAt', { when: when(nextAt) }),
  ];
  const send = () =>
    retry.mutate(id, {
      onSuccess: () => {
        onRetried();
        toast({ title: t('alerts.retried') });
      },
      onError: (error) => toast({ tone: 'danger', title: t('alerts.notRetried'), description: messageOf(error, t('ui.loadFailedText')) }),
    });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2.5 text-sm">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          <Badge tone={TONES[state]}>{t(`alerts.state.${state}`)}</Badge>
        </p>
        {reason && <p className="break-words">{reason}</p>}
        <p className="tnum text-fg-muted">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {state === 'failed' && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('alerts.retryNamed', { channel: name })}
          pending={retry.isPending}
          onClick={send}
        >
          {t('alerts.retry')}
        </Button>
      )}
    </li>
  );
}
