import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/account/webhooks';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { useAccountChanged, useChange } from '../queries';
import { Deliveries } from './deliveries';
import { hostOf, type Webhook } from './queries';
import { Secret } from './secret';
import { WebhookForm } from './webhook-form';

/** A button that opens everything about one webhook. */
export function ManageWebhook({ item }: { item: Webhook }) {
  const [open, setOpen] = useState(false);
  const [part, setPart] = useState<'overview' | 'edit'>('overview');
  const [secret, setSecret] = useState<string>();
  const changed = useAccountChanged();
  const show = (next: boolean) => {
    setOpen(next);
    setPart('overview');
    setSecret(undefined);
  };
  const host = hostOf(item.address);
  const saved = () => {
    setPart('overview');
    void changed();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={show}
      wide
      keepOpen={secret !== undefined}
      trigger={
        <Button variant="secondary" aria-label={t('webhook.manageNamed', { host })}>
          {t('webhook.manage')}
        </Button>
      }
      title={host}
      description={secret === undefined ? undefined : t('webhook.secretOnce')}
    >
      {secret !== undefined ? (
        <Secret secret={secret} onDone={() => setSecret(undefined)} />
      ) : part === 'edit' ? (
        <WebhookForm item={item} action={t('webhook.save')} onDone={saved} onCancel={() => setPart('overview')} />
      ) : (
        <Overview item={item} onEdit={() => setPart('edit')} onRenewed={setSecret} onDeleted={() => setOpen(false)} />
      )}
    </Dialog>
  );
}

type OverviewProps = { item: Webhook; onEdit: () => void; onRenewed: (secret: string) => void; onDeleted: () => void };

function Overview({ item, onEdit, onRenewed, onDeleted }: OverviewProps) {
  const at = `/api/account/webhooks/${item.id}` as const;
  const rests = item.isPaused || item.isStopped;
  const pause = useChange(() => request(at, { method: 'PATCH', body: { isPaused: !rests } }));
  const renew = useChange(() => request(`${at}/secret`, { method: 'POST' }).then(({ secret }) => onRenewed(secret)));
  const remove = useChange(() => request(at, { method: 'DELETE' }).then(onDeleted), t('webhook.deleted'));
  return (
    <>
      <p className="break-all text-fg-muted text-sm">{item.address}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={onEdit}>
          {t('webhook.edit')}
        </Button>
        <Button size="sm" variant="secondary" pending={pause.isPending} onClick={() => pause.mutate()}>
          {t(rests ? 'webhook.resume' : 'webhook.pause')}
        </Button>
        <AskDialog
          trigger={
            <Button size="sm" variant="secondary" pending={renew.isPending}>
              {t('webhook.renew')}
            </Button>
          }
          title={t('webhook.renewTitle')}
          description={t('webhook.renewText')}
          action={t('webhook.renew')}
          onConfirm={() => renew.mutate()}
        />
        <AskDialog
          trigger={
            <Button size="sm" variant="secondary">
              {t('webhook.delete')}
            </Button>
          }
          title={t('webhook.deleteTitle')}
          description={t('webhook.deleteText')}
          action={t('webhook.delete')}
          onConfirm={() => remove.mutate()}
        />
      </div>
      <Try at={at} />
      <Deliveries id={item.id} />
    </>
  );
}

/** The server gives up on a webhook that does not answer, and says so. */
const PATIENCE = 30_000;

function Try({ at }: { at: `/api/account/webhooks/${string}` }) {
  const test = useMutation({ mutationFn: () => request(`${at}/test`, { method: 'POST', timeout: PATIENCE }) });
  const result = test.error ? messageOf(test.error, t('ui.loadFailedText')) : test.data ? t('webhook.tested') : '';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="sm" variant="secondary" pending={test.isPending} onClick={() => test.mutate()}>
        {t('webhook.test')}
      </Button>
      <p role="status" className={test.error ? 'text-danger text-sm' : 'font-semibold text-sm'}>
        {result}
      </p>
    </div>
  );
}
