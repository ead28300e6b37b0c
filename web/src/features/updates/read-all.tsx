import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { unreadQuery, useReadUpdates } from '@/api/updates';
import { t } from '@/i18n/updates';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';

/** Marks everything as read; hidden if nothing is unread. */
export function ReadAll() {
  const unread = useQuery(unreadQuery).data?.unread ?? 0;
  const read = useReadUpdates();
  if (unread === 0) return null;
  return (
    <Button
      variant="secondary"
      pending={read.isPending}
      onClick={() =>
        read.mutate(undefined, {
          onSuccess: () => toast({ title: t('updates.allRead') }),
          onError: () => toast({ tone: 'danger', title: t('updates.notDone') }),
        })
      }
    >
      <CheckCheck size={18} aria-hidden />
      {t('updates.readAll')}
    </Button>
  );
}
