import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { language, t } from '@/i18n/admin/premium';
import { moneyText } from '@/lib/money';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { DeleteButton } from '../delete-button';
import { Row, Table } from '../plain-table';
import { EditPlanDialog, NewPlanDialog } from './plan-dialog';
import { canDelete, FREE, type Plan } from './plan-draft';
import { plansQuery } from './queries';

/** All plans, also those that people cannot choose. */
export function Plans() {
  const [dialog, setDialog] = useState<'new' | Plan | null>(null);
  const query = useQuery(plansQuery);
  const close = () => setDialog(null);
  const columns = [
    t('adminPremium.plan'),
    t('adminPremium.price'),
    t('adminPremium.trial'),
    t('adminPremium.rank'),
    t('adminPremium.status'),
    t('admin.table.actions'),
  ];
  return (
    <>
      <p className="mb-5 max-w-[65ch] text-fg-muted">{t('adminPremium.plansLead')}</p>
      <QueryView query={query} skeleton={<Skeleton className="h-60 w-full rounded-lg" />}>
        {({ plans }) => (
          <>
            <Button onClick={() => setDialog('new')}>{t('adminPremium.newPlan')}</Button>
            <Table label={t('adminPremium.tab.plans')} columns={columns}>
              {plans.map((plan) => (
                <Row
                  key={plan.id}
                  columns={columns}
                  name={plan.name}
                  below={plan.description}
                  cells={[
                    pricesOf(plan),
                    plan.trialDays > 0 ? t('adminPremium.days', { n: plan.trialDays }) : t('adminPremium.none'),
                    plan.rank,
                    <Badge key="offered" tone={plan.offered ? 'success' : 'neutral'}>
                      {t(plan.offered ? 'adminPremium.offered' : 'adminPremium.notOffered')}
                    </Badge>,
                  ]}
                  actions={
                    <>
                      <IconButton
                        icon={Pencil}
                        size="sm"
                        label={t('adminPremium.editPlan', { name: plan.name })}
                        onClick={() => setDialog(plan)}
                      />
                      {canDelete(plan) && <Deletion plan={plan} />}
                    </>
                  }
                />
              ))}
            </Table>
            {dialog === 'new' && <NewPlanDialog free={freeOf(plans)} plans={plans} onClose={close} />}
          </>
        )}
      </QueryView>
      {dialog !== null && dialog !== 'new' && <EditPlanDialog plan={dialog} onClose={close} />}
    </>
  );
}

/** Every server has the plan Free, which nobody can delete; it is the lowest. */
const freeOf = (plans: readonly Plan[]) => plans.find(({ id }) => id === FREE) ?? (plans[0] as Plan);

function pricesOf({ prices: { month, year } }: Plan): string {
  const texts = [
    month && t('adminPremium.perMonth', { money: moneyText(month, language()) }),
    year && t('adminPremium.perYear', { money: moneyText(year, language()) }),
  ].filter(Boolean);
  return texts.join(' · ') || t('adminPremium.none');
}

function Deletion({ plan: { id, name, version } }: { plan: Plan }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => request(`/api/admin/premium/plans/${id}`, { method: 'DELETE', headers: { 'If-Match': `"${version}"` } }),
    onSuccess: () => toast({ title: t('adminPremium.planDeleted', { name }) }),
    onError: (error) =>
      toast({ tone: 'danger', title: t('adminPremium.planNotDeleted'), description: messageOf(error, t('adminPremium.notDone')) }),
    onSettled: () => client.invalidateQueries(),
  });
  return <DeleteButton name={name} text={t('adminPremium.planDeleteText')} onConfirm={() => remove.mutate()} />;
}
