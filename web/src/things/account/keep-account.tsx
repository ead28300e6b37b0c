import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/settings';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';

/** What changes with it: a subscription that was to end with the account goes on. */
const CHANGES = ['/api/account/security', '/api/account/events', '/api/auth/user', '/api/premium'];

/** Keeps an account that is to be deleted. */
export function KeepAccount() {
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: () => request('/api/account/delete', { method: 'DELETE' }),
    onSuccess: () => toast({ title: t('delete.cancelled') }),
    onError: (error) => toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey: [path] }) => CHANGES.some((start) => String(path).startsWith(start)) }),
  });
  return (
    <Button size="sm" pending={keep.isPending} onClick={() => keep.mutate()}>
      {t('delete.cancel')}
    </Button>
  );
}
