import { useMutation, useQuery } from '@tanstack/react-query';
import { startProvider } from '@/api/auth/provider';
import { messageOf } from '@/api/error';
import { configQuery } from '@/api/queries';
import type { AppConfig } from '@/api/types';
import { t } from '@/i18n/auth';
import { toast } from '@/ui/toast/toast-store';

/** The public configuration that the sign-in screens use. */
export const useSignInConfig = (): AppConfig | undefined => useQuery(configQuery).data;

/** The identity providers that this server offers. */
export const useProviders = () => useSignInConfig()?.providers ?? [];

/** Redirects to a provider's page; if that fails, shows why. */
export const useStartProvider = () =>
  useMutation({
    mutationFn: (provider: string) => startProvider(provider),
    onError: (error) => toast({ tone: 'danger', title: t('provider.startFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
