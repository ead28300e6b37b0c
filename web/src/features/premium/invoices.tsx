import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '@/api/types';
import { t } from '@/i18n/premium';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Nothing, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { invoicesQuery } from './queries';
import { dayOf, price } from './words';

/** What the person has paid, newest first. */
export function Invoices() {
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
