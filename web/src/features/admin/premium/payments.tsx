import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Receipt } from 'lucide-react';
import { useState } from 'react';
import { onePage } from '@/api/query-client';
import { language, t } from '@/i18n/admin/premium';
import { moment } from '@/lib/format';
import { moneyText } from '@/lib/money';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { Row, Table } from '../plain-table';
import { Beyond } from '../table/beyond';
import { Pager } from '../table/pager';
import { AssignDialog } from './assign-dialog';
import { type Payment, payerOf } from './payment';

const PAGE_SIZE = 50;
const SHOWN = ['all', 'false', 'true'] as const;
type Shown = (typeof SHOWN)[number];

type Search = { matched?: string; page?: string };

/** What payment services reported. The address holds the filter and the page. */
export function Payments() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [assigning, setAssigning] = useState<Payment | null>(null);
  const shown: Shown = SHOWN.find((value) => value === search.matched) ?? 'all';
  const page = /^[1-9]\d{0,5}$/.test(search.page ?? '') ? Number(search.page) : 1;
  const go = (next: Shown, to = 1) =>
    void navigate({
      to: '.',
      search: { tab: 'payments', ...(next !== 'all' && { matched: next }), ...(to > 1 && { page: `${to}` }) },
    });
  const query = useQuery({
    ...onePage([
      '/api/admin/premium/payments',
      { at: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE, matched: shown === 'all' ? undefined : shown },
    ]),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Select
        label={t('adminPremium.show')}
        value={shown}
        onChange={(next) => go(next)}
        options={SHOWN.map((value) => ({ value, label: t(`adminPremium.show.${value}`) }))}
      />
      <QueryView
        query={query}
        skeleton={<Skeleton className="mt-5 h-60 w-full rounded-lg" />}
        isEmpty={({ total }) => total === 0}
        empty={shown === 'all' ? <NoPayments /> : <p className="mt-5 text-fg-muted">{t('adminPremium.noPaymentsFound')}</p>}
      >
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <Beyond total={total} onFirst={() => go(shown)} />
            ) : (
              <PaymentTable payments={items} onAssign={setAssigning} />
            )}
            <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} onGo={(to) => go(shown, to)} />
          </>
        )}
      </QueryView>
      {assigning && <AssignDialog payment={assigning} onClose={() => setAssigning(null)} />}
    </>
  );
}

const NoPayments = () => (
  <div className="mt-5">
    <EmptyState icon={Receipt} title={t('adminPremium.noPayments')} text={t('adminPremium.noPaymentsText')} />
  </div>
);

/** The names of the payment services. */
const SERVICES: Record<string, string> = {
  stripe: 'Stripe',
  kofi: 'Ko-fi',
  patreon: 'Patreon',
  btcpay: 'BTCPay Server',
  opencollective: 'Open Collective',
};

/** The name of a payment service. Whoever has one of their own sends to the webhook of this server. */
const serviceName = (service: string) => (service === 'generic' ? t('adminPremium.service.generic') : (SERVICES[service] ?? service));

/** What was paid or given back. */
function amount({ money }: Payment): string {
  return money ? moneyText(money, language()) : t('adminPremium.none');
}

/** How much of a payment was given back: all of it, a part, or nothing. */
function givenBack({ money, refunded }: Payment): string {
  if (!money || refunded <= 0) return t('adminPremium.none');
  if (refunded >= money.amount) return t('adminPremium.refunded.all');
  return moneyText({ ...money, amount: refunded }, language());
}

function PaymentTable({ payments, onAssign }: { payments: readonly Payment[]; onAssign: (payment: Payment) => void }) {
  const columns = [
    t('adminPremium.payment'),
    t('adminPremium.amount'),
    t('adminPremium.refunded'),
    t('adminPremium.kind'),
    t('adminPremium.service'),
    t('adminPremium.at'),
    t('adminPremium.status'),
  ];
  return (
    <Table label={t('adminPremium.tab.payments')} columns={columns}>
      {payments.map((payment) => (
        <Row
          key={payment.id}
          columns={columns}
          name={payerOf(payment)}
          below={payment.tier}
          cells={[
            amount(payment),
            givenBack(payment),
            t(`adminPremium.kind.${payment.kind}`),
            serviceName(payment.service),
            moment(payment.at, language()),
          ]}
          actions={
            payment.matchedAt ? (
              <Badge tone="success">{t('adminPremium.matched')}</Badge>
            ) : (
              <>
                <Badge tone="warning">{t('adminPremium.unmatched')}</Badge>
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={t('adminPremium.assignNamed', { name: payerOf(payment) })}
                  onClick={() => onAssign(payment)}
                >
                  {t('adminPremium.assign')}
                </Button>
              </>
            )
          }
        />
      ))}
    </Table>
  );
}
