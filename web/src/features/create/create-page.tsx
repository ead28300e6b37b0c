import { useNavigate, useSearch } from '@tanstack/react-router';
import { t } from '@/i18n/create';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { Overview } from './overview';
import { Projects } from './projects';

const TABS = ['overview', 'projects'] as const;

/** /create: everything a person can create, and their recent projects. */
export function CreatePage() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const tab = TABS.find((one) => one === search.tab) ?? 'overview';
  const open = (next: (typeof TABS)[number]) => void navigate({ to: '/create', search: { tab: next }, replace: true });
  return (
    <>
      <PageHeader title={t('title.create')} lead={t('create.lead')} />
      <Tabs label={t('title.create')} value={tab} onChange={open} tabs={TABS.map((value) => ({ value, label: t(`create.tab.${value}`) }))}>
        {tab === 'overview' ? <Overview /> : <Projects onStart={() => open('overview')} />}
      </Tabs>
    </>
  );
}
