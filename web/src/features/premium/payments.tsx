import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Invoice, OwnMembership, OwnPremium } from '@/api/types';
import { t } from '@/i18n/premium';
import { KeepAccount } from '@/things/account/keep-account';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Nothing, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Confirm } from './confirm';
import {
  cancelSubscription,
  invoicesQuery,
  restorePayments,
  resumeSubscription,
  useAct,
  useDeleteAt,
  usePortal,
  useRestore,
} from './queries';
import { cancelText, dayOf, leavesOn, price, subscriptionOf } from './words';

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

function Invoices() {
  return (
    <Group title={t('premium.invoices')}>
      <QueryView query={useQuery(invoicesQuery)} skeleton={<Skeleton className="my-4 h-16 w-full" />}>
        {({ invoices }) =>
          invoices.length === 0 ? (
            <Nothing>{t('premium.invoices.none')}</Nothing>
          ) : (
            invoices.map((invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />)
          )
        }
      </QueryView>
    </Group>
  );
}

const STATES: readonly string[] = ['draft', 'open', 'paid', 'void', 'uncollectible'];
const isState = (status: string): status is 'draft' | 'open' | 'paid' | 'void' | 'uncollectible' => STATES.includes(status);

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, at, status, url, pdf } = invoice;
  return (
    <Row
      label={
        <>
          <span className="tnum">{price(invoice)}</span>
          <Badge tone={status === 'paid' ? 'success' : 'neutral'}>{isState(status) ? t(`premium.invoice.${status}`) : status}</Badge>
        </>
      }
      hint={number ? `${dayOf(at)} · ${number}` : dayOf(at)}
    >
      {url && <Document href={url} label={t('premium.invoice.viewNamed', { number })} text={t('premium.invoice.view')} />}
      {pdf && <Document href={pdf} label={t('premium.invoice.pdfNamed', { number })} text={t('premium.invoice.pdf')} />}
    </Row>
  );
}

const Document = ({ href, label, text }: { href: string; label: string; text: string }) => (
  <Button asChild variant="secondary" size="sm">
    <a href={href} target="_blank" rel="noopener noreferrer" aria-label={label}>
      {text}
    </a>
  </Button>
);
