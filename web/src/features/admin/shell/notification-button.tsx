import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { t } from '@/i18n/operator';
import { IconButton } from '@/ui/icon-button';
import { useMenuButton } from '@/ui/menu/menu-button';
import { newestAlertsQuery, unreadAlertsQuery, useReadAlerts } from '../alerts/queries';

/** The newest of what operators are told in a menu, with the number of unread alerts. */
export function NotificationButton() {
  const navigate = useNavigate();
  const read = useReadAlerts();
  const unread = useQuery(unreadAlertsQuery).data?.unread ?? 0;
  const newest = useQuery(newestAlertsQuery).data ?? [];
  const label = t('operator.notifications', { n: unread });
  const menu = useMenuButton(label, () => [
    ...(newest.length === 0 ? [{ label: t('operator.noNotifications'), disabled: true, onSelect: () => {} }] : []),
    ...newest.map(({ id, text, link, read: isRead }) => ({
      label: text,
      onSelect: () => {
        if (!isRead) read.mutate([id]);
        if (link.startsWith('/')) void navigate({ to: link });
      },
    })),
    'separator',
    { label: t('operator.allNotifications'), icon: Bell, onSelect: () => void navigate({ to: '/admin/alerts' }) },
  ]);
  return (
    <span className="relative">
      <IconButton icon={Bell} label={label} {...menu} />
      {unread > 0 && (
        <span
          aria-hidden
          data-slot="unread"
          className="tnum pointer-events-none absolute top-0 right-0 rounded-full bg-accent px-1.5 text-2xs text-accent-fg"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </span>
  );
}
