import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '@/i18n/admin/premium';
import '@/i18n/admin';
import '@/i18n/admin/table';
import '@/i18n/settings';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { Codes } from './codes';
import { Comparison } from './comparison';
import { Memberships } from './memberships';
import { Overview } from './overview';
import { Payments } from './payments';
import { Plans } from './plans';

const TABS = ['overview', 'plans', 'memberships', 'codes', 'payments', 'comparison'] as const;
type Tab = (typeof TABS)[number];

const PANELS: Record<Tab, () => ReactNode> = {
  overview: Overview,
  plans: Plans,
  memberships: Memberships,
  codes: Codes,
  payments: Payments,
  comparison: Comparison,
};

/** /admin/premium: plans, who has one, codes, payments, and what the payment provider says otherwise. The tab is in the address. */
export function PremiumPage() {
  const asked = useSearch({ strict: false }).tab;
  const navigate = useNavigate();
  const tab = TABS.find((value) => value === asked) ?? TABS[0];
  const Panel = PANELS[tab];
  return (
    <>
      <PageHeader title={t('admin.premium')} lead={t('adminPremium.lead')} />
      <Tabs<Tab>
        label={t('admin.premium')}
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next }, replace: true })}
        tabs={TABS.map((value) => ({ value, label: t(`adminPremium.tab.${value}`) }))}
      >
        <Panel />
      </Tabs>
    </>
  );
}
