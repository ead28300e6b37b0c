import { useNavigate, useSearch } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { t } from '@/i18n/notifications';
import { NotificationSettings } from '@/things/notification/notification-settings';
import { Dialog } from '@/ui/dialog';
import { IconButton } from '@/ui/icon-button';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { FollowingList } from './following-list';
import { NotificationList } from './notification-list';
import { ReadAll } from './read-all';

type Tab = 'all' | 'following';

/** /updates: the person's notifications, and whom they follow. */
export function NotificationsPage() {
  const tab: Tab = useSearch({ strict: false }).tab === 'following' ? 'following' : 'all';
  const navigate = useNavigate();
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t('nav.updates')}
        lead={t('notifications.lead')}
        actions={
          <>
            {tab === 'all' && <ReadAll />}
            <Choices />
          </>
        }
      />
      <Tabs<Tab>
        label={t('notifications.tabs')}
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: next === 'all' ? {} : { tab: next }, replace: true })}
        tabs={[
          { value: 'all', label: t('notifications.tab.all') },
          { value: 'following', label: t('notifications.tab.following') },
        ]}
      >
        {tab === 'all' ? <NotificationList /> : <FollowingList />}
      </Tabs>
    </div>
  );
}

function Choices() {
  return (
    <Dialog trigger={<IconButton label={t('notifications.settings')} icon={Settings2} />} title={t('notifications.settings')}>
      <NotificationSettings />
    </Dialog>
  );
}
