import { NoticeChoices } from '@/features/tracks/notice-choices';
import { t } from '@/i18n/settings';
import { Group } from '@/ui/group';

/** How the person is told of what happens. */
export function NotificationsSection() {
  return (
    <Group title={t('settings.notifications')}>
      <NoticeChoices />
    </Group>
  );
}
