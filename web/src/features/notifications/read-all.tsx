import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { unreadNotificationsQuery, useReadNotifications } from '@/api/notifications';
import { t } from '@/i18n/notifications';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';

/** Marks everything as read; hidden if nothing is unread. */
export function ReadAll() {
  const unread = useQuery(unreadNotificationsQuery).data?.unread ?? 0;
  const read = useReadNotifications();
  if (unread === 0) return null;
  return (
    <Button
      variant="secondary"
      pending={read.isPending}
      onClick={() =>
        read.mutate(undefined, {
          onSuccess: () => toast({ title: t('notifications.allRead') }),
          onError: () => toast({ tone: 'danger', title: t('notifications.notDone') }),
        })
      }
    >
      <CheckCheck size={18} aria-hidden />
      {t('notifications.readAll')}
    </Button>
  );
}
