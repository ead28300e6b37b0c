import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { logout } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/t';
import { forgetDownloads } from '@/lib/offline';
import { toast } from '@/ui/toast/toast-store';

/** Signs out, shows a toast and opens the sign-in page. The person is signed out here even if the server cannot be reached. */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      await forgetDownloads();
      return logout(client);
    },
    onSuccess: (outcome) => {
      if (outcome === 'navigating') return;
      toast({ title: t('logout.done') });
      return navigate({ to: '/login' });
    },
    onError: (error) => {
      toast({ tone: 'danger', title: t('logout.failed'), description: messageOf(error, t('logout.unable')) });
      return navigate({ to: '/login' });
    },
  });
}
