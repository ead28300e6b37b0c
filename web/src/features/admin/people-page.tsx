import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type PlainKey, t } from '@/i18n/settings';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { AuditLog } from './audit-log';
import { Invitations } from './invitations';
import { PeopleTable } from './people/people-table';

const TABS = [
  { value: 'people', label: 'people.people' },
  { value: 'invitations', label: 'people.invitations' },
  { value: 'log', label: 'people.log' },
] as const satisfies { value: string; label: PlainKey }[];

type Tab = (typeof TABS)[number]['value'];

const PANELS: Record<Tab, () => ReactNode> = { people: PeopleTable, invitations: Invitations, log: AuditLog };

/** /admin/users: accounts, invitations and the audit log. */
export function PeoplePage() {
  const asked = useSearch({ strict: false }).tab;
  const navigate = useNavigate();
  const tab = TABS.find(({ value }) => value === asked)?.value ?? 'people';
  const Panel = PANELS[tab];
  return (
    <>
      <PageHeader title={t('admin.users')} />
      <Tabs<Tab>
        label={t('admin.users')}
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next }, replace: true })}
        tabs={TABS.map(({ value, label }) => ({ value, label: t(label) }))}
      >
        <Panel />
      </Tabs>
    </>
  );
}
