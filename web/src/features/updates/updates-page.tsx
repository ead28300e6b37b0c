import { useNavigate, useSearch } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { t } from '@/i18n/updates';
import { NoticeChoices } from '@/things/notice/notice-choices';
import { Dialog } from '@/ui/dialog';
import { IconButton } from '@/ui/icon-button';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { FollowingList } from './following-list';
import { ReadAll } from './read-all';
import { UpdateList } from './update-list';

type Tab = 'all' | 'following';

/** /updates: the person's updates, and whom they follow. */
export function UpdatesPage() {
  const tab: Tab = useSearch({ strict: false }).tab === 'following' ? 'following' : 'all';
  const navigate = useNavigate();
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t('nav.updates')}
        lead={t('updates.lead')}
        actions={
          <>
            {tab === 'all' && <ReadAll />}
            <Choices />
          </>
        }
      />
      <Tabs<Tab>
        label={t('updates.tabs')}
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: next === 'all' ? {} : { tab: next }, replace: true })}
        tabs={[
          { value: 'all', label: t('updates.tab.all') },
          { value: 'following', label: t('updates.tab.following') },
        ]}
      >
        {tab === 'all' ? <UpdateList /> : <FollowingList />}
      </Tabs>
    </div>
  );
}

function Choices() {
  return (
    <Dialog trigger={<IconButton label={t('updates.settings')} icon={Settings2} />} title={t('updates.settings')}>
      <NoticeChoices />
    </Dialog>
  );
}
