import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { language, t } from '@/i18n/account/webhooks';
import { moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Group, Nothing, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { useAccountChanged } from '../queries';
import { ManageWebhook } from './manage';
import { hostOf, type Webhook, webhooksQuery } from './queries';
import { Secret } from './secret';
import { WebhookForm } from './webhook-form';

/** Addresses to which the person has the events of their account posted. */
export function Webhooks() {
  return (
    <Group id="webhooks" title={t('webhook.title')} lead={t('webhook.lead')}>
      <QueryView
        query={useQuery(webhooksQuery)}
        skeleton={<Skeleton className="my-4 h-14 w-full" />}
        empty={<Nothing>{t('webhook.none')}</Nothing>}
      >
        {(list) => list.map((item) => <WebhookRow key={item.id} item={item} />)}
      </QueryView>
      <div className="py-4">
        <Add />
      </div>
    </Group>
  );
}

function WebhookRow({ item }: { item: Webhook }) {
  const { address, events, isStopped, problem, sent, waiting, lastSentAt } = item;
  const figures = [
    sent > 0 ? t('webhook.sent', { n: sent }) : t('webhook.noneSent'),
    waiting > 0 && t('webhook.waiting', { n: waiting }),
    lastSentAt && t('webhook.last', { when: moment(lastSentAt, language()) }),
  ];
  return (
    <Row
      label={
        <>
          <span className="break-all">{hostOf(address)}</span>
          <State of={item} />
        </>
      }
      hint={
        <>
          <p>{events.map((event) => t(`webhook.name.${event}`)).join(', ')}</p>
          <p>{figures.filter(Boolean).join(' · ')}</p>
          {isStopped && <p>{t('webhook.stoppedText')}</p>}
          {problem && <p className="break-words text-danger">{problem}</p>}
        </>
      }
    >
      <ManageWebhook item={item} />
    </Row>
  );
}

function State({ of: { isPaused, isStopped, problem } }: { of: Webhook }) {
  if (isStopped) return <Badge tone="danger">{t('webhook.stopped')}</Badge>;
  if (isPaused) return <Badge tone="outline">{t('webhook.paused')}</Badge>;
  return problem ? <Badge tone="warning">{t('webhook.failing')}</Badge> : null;
}

function Add() {
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const changed = useAccountChanged();
  const close = () => {
    setOpen(false);
    setSecret(undefined);
    if (secret !== undefined) void changed();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      keepOpen={secret !== undefined}
      trigger={<Button variant="secondary">{t('webhook.add')}</Button>}
      title={t('webhook.add')}
      description={secret === undefined ? undefined : t('webhook.secretOnce')}
    >
      {secret === undefined ? (
        <WebhookForm action={t('webhook.add')} onDone={(made) => setSecret(made.secret)} onCancel={close} />
      ) : (
        <Secret secret={secret} onDone={close} />
      )}
    </Dialog>
  );
}
