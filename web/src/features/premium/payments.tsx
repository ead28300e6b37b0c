import { useEffect } from 'react';
import type { OwnMembership, OwnPremium } from '@/api/types';
import { t } from '@/i18n/premium';
import { KeepAccount } from '@/things/account/keep-account';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';
import { Confirm } from './confirm';
import { Invoices } from './invoices';
import { cancelSubscription, restorePayments, resumeSubscription, useAct, useDeleteAt, usePortal, useRestore } from './queries';
import { cancelText, dayOf, leavesOn, subscriptionOf } from './words';

/** The subscription, how it is paid, and the invoices. */
export function Payments({ mine }: { mine: OwnPremium }) {
  const subscription = subscriptionOf(mine);
  return (
    <>
      <Group title={t('premium.payments')}>
        {subscription && <Subscription subscription={subscription} />}
        {mine.payments.portal && <Method />}
        <Restore />
      </Group>
      {mine.payments.portal && <Invoices />}
    </>
  );
}

function Subscription({ subscription }: { subscription: OwnMembership }) {
  const { planName, status, endsAt } = subscription;
  const deleteAt = useDeleteAt();
  const label = t('premium.subscription', { plan: planName });
  if (deleteAt)
    return (
      <Row label={label} hint={t('premium.subscriptionLeaves', { day: leavesOn(subscription, deleteAt) })}>
        <KeepAccount />
      </Row>
    );
  if (status !== 'canceled')
    return (
      <Row label={label} hint={t('premium.subscriptionRuns')}>
        <Cancel subscription={subscription} />
      </Row>
    );
  return (
    <Row label={label} hint={endsAt ? t('premium.subscriptionEnds', { day: dayOf(endsAt) }) : t('premium.subscriptionOver')}>
      <Resume />
    </Row>
  );
}

function Cancel({ subscription }: { subscription: OwnMembership }) {
  const cancel = useAct(cancelSubscription, t('premium.canceled'));
  return (
    <Confirm
      trigger={
        <Button variant="secondary" size="sm" pending={cancel.isPending}>
          {t('premium.cancel')}
        </Button>
      }
      title={t('premium.cancelTitle')}
      text={cancelText(subscription)}
      action={t('premium.cancel')}
      danger
      onConfirm={() => cancel.mutate()}
    />
  );
}

function Resume() {
  const resume = useAct(resumeSubscription, t('premium.resumed'));
  return (
    <Button size="sm" pending={resume.isPending} onClick={() => resume.mutate()}>
      {t('premium.resume')}
    </Button>
  );
}

function Method() {
  const portal = usePortal();
  return (
    <Row label={t('premium.method')} hint={t('premium.methodText')}>
      <Button variant="secondary" size="sm" pending={portal.isPending} onClick={() => portal.mutate()}>
        {t('premium.portal')}
      </Button>
    </Row>
  );
}

function Restore() {
  const restore = useRestore();
  return (
    <Row label={t('premium.restore')} hint={t('premium.restoreText')}>
      <Button variant="secondary" size="sm" pending={restore.isPending} onClick={() => restore.mutate()}>
        {t('premium.restoreAction')}
      </Button>
    </Row>
  );
}

/** After the provider's page: asks what was paid, because its message to the server may come later than the person. */
export function Paid() {
  const { mutate } = useAct(restorePayments);
  useEffect(() => mutate(), [mutate]);
  return (
    <div role="status" className="mb-6 rounded-lg border border-line bg-surface p-5">
      <p className="font-semibold">{t('premium.paid')}</p>
      <p className="text-fg-muted text-sm">{t('premium.paidText')}</p>
    </div>
  );
}
