import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { displayName, enter } from '@/api/auth/session';
import type { Grant } from '@/api/types';
import { t } from '@/i18n/auth';
import { takeWayBack } from '@/lib/way-back';
import { toast } from '@/ui/toast/toast-store';
import { setSecondStep } from './second-step';

/** The end of every sign-in on this screen: shows a greeting and opens Home. */
export function useEnter() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (grant: Grant) => {
    setSecondStep(null);
    enter(client, grant);
    const { user } = grant;
    toast({ title: t('login.welcome'), description: t('login.welcomeText', { name: user.firstName || displayName(user) }) });
    return navigate({ to: takeWayBack(), replace: true });
  };
}
