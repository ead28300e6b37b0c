import { Crown } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/i18n/admin/premium';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { DataTable } from '../table/data-table';
import { GrantDialog } from './grant-dialog';
import { membershipColumns, membershipFilters, membershipPage, nameOf } from './membership-columns';
import { MembershipDetails } from './membership-details';
import { usePlansToGive } from './plan-choice';

/** Every reason for which people have or had a plan. */
export function Memberships() {
  const [isGranting, setGranting] = useState(false);
  const plans = usePlansToGive();
  return (
    <>
      <Button className="mb-5" onClick={() => setGranting(true)}>
        {t('adminPremium.grantPlan')}
      </Button>
      <DataTable
        name="memberships"
        label={t('adminPremium.tab.memberships')}
        search={t('adminPremium.membershipsSearch')}
        page={membershipPage}
        columns={membershipColumns()}
        filters={membershipFilters(plans)}
        sort="-created"
        nameOf={nameOf}
        details={(membership, close) => <MembershipDetails membership={membership} onEnded={close} />}
        empty={<EmptyState icon={Crown} title={t('adminPremium.noMemberships')} text={t('adminPremium.noMembershipsText')} />}
      />
      {isGranting && <GrantDialog onClose={() => setGranting(false)} />}
    </>
  );
}
