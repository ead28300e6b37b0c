import { t } from '@/i18n/settings';
import { NotificationSettings } from '@/things/notification/notification-settings';
import { Group } from '@/ui/group';

/** How the person is notified. */
export function NotificationsSection() {
  return (
    <Group title={t('settings.notifications')}>
      <NotificationSettings />
    </Group>
  );
}
