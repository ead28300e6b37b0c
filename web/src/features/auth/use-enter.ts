import { useQueryClient } from '@tanstack/react-query';
import { displayName, enter } from '@/api/auth/session';
import type { Grant } from '@/api/types';
import { t } from '@/i18n/auth';
import { toast } from '@/ui/toast/toast-store';
import { setSecondStep } from './second-step';

/** The end of every sign-in on this screen: shows a greeting. The screen's frame then leads to where the person was. */
export function useEnter() {
  const client = useQueryClient();
  return (grant: Grant) => {
    setSecondStep(null);
    enter(client, grant);
    const { user } = grant;
    toast({ title: t('login.welcome'), description: t('login.welcomeText', { name: user.firstName || displayName(user) }) });
  };
}
