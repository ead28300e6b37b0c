import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import { wholeList } from '@/api/query-client';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/admin/premium';
import { count, day } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { useChange } from '../lists';
import { Row, Table } from '../plain-table';
import { CodesDialog } from './codes-dialog';
import { plansQuery } from './queries';

type Batch = components['schemas']['CodeBatch'];

const codesQuery = { ...wholeList(['/api/admin/premium/codes']), staleTime: 0 };

/** The batches of codes, newest first. */
export function Codes() {
  const [isMaking, setMaking] = useState(false);
  const query = useQuery(codesQuery);
  return (
    <>
      <p className="mb-5 max-w-[65ch] text-fg-muted">{t('adminPremium.codesLead')}</p>
      <Button onClick={() => setMaking(true)}>{t('adminPremium.makeCodes')}</Button>
      <QueryView
        query={query}
        skeleton={<Skeleton className="mt-5 h-40 w-full rounded-lg" />}
        empty={
          <div className="mt-5">
            <EmptyState icon={Ticket} title={t('adminPremium.noCodes')} text={t('adminPremium.noCodesText')} />
          </div>
        }
      >
        {(batches) => <Batches batches={batches} />}
      </QueryView>
      {isMaking && <CodesDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function Batches({ batches }: { batches: readonly Batch[] }) {
  const plans = useQuery(plansQuery).data?.plans ?? [];
  const columns = [
    t('adminPremium.batch'),
    t('adminPremium.plan'),
    t('adminPremium.planFor'),
    t('adminPremium.redeemed'),
    t('adminPremium.expires'),
    t('adminPremium.made'),
    t('admin.table.actions'),
  ];
  return (
    <Table label={t('adminPremium.tab.codes')} columns={columns}>
      {batches.map((batch) => (
        <Row
          key={batch.id}
          columns={columns}
          name={nameOf(batch)}
          below={t('adminPremium.codesOf', { n: batch.count })}
          cells={[
            plans.find(({ id }) => id === batch.planId)?.name ?? batch.planId,
            lengthOf(batch),
            t('adminPremium.redeemedOf', { n: count(batch.redeemed, language()), all: count(batch.count * batch.uses, language()) }),
            batch.expiresAt ? day(batch.expiresAt, language()) : t('adminPremium.always'),
            day(batch.createdAt, language()),
          ]}
          actions={batch.revokedAt ? <Badge>{t('adminPremium.revoked')}</Badge> : <Revoke batch={batch} />}
        />
      ))}
    </Table>
  );
}

const nameOf = ({ note }: Batch) => note || t('adminPremium.unnamedBatch');

function lengthOf({ days, endsAt }: Batch): string {
  if (days !== null) return t('adminPremium.days', { n: days });
  return endsAt ? t('adminPremium.planUntilDay', { day: day(endsAt, language()) }) : t('adminPremium.planForever');
}

function Revoke({ batch }: { batch: Batch }) {
  const change = useChange();
  const title = t('adminPremium.revokeNamed', { name: nameOf(batch) });
  return (
    <AskDialog
      trigger={
        <Button size="sm" variant="secondary" aria-label={title}>
          {t('adminPremium.revoke')}
        </Button>
      }
      title={title}
      description={t('adminPremium.revokeText')}
      action={t('adminPremium.revoke')}
      onConfirm={() =>
        change.mutate({
          call: () => request(`/api/admin/premium/codes/${batch.id}`, { method: 'DELETE' }),
          done: t('adminPremium.codesRevoked'),
        })
      }
    />
  );
}
