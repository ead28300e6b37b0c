import { t } from '@/i18n/settings';
import { NoticeChoices } from '@/things/notice/notice-choices';
import { Group } from '@/ui/group';

/** How the person is notified. */
export function NotificationsSection() {
  return (
    <Group title={t('settings.notifications')}>
      <NoticeChoices />
    </Group>
  );
}
