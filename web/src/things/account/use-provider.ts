import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { startProvider } from '@/api/provider';
import { configQuery } from '@/api/queries';
import type { AppConfig } from '@/api/types';
import { t } from '@/i18n/auth';
import { toast } from '@/ui/toast/toast-store';

/** The public configuration as the sign-in screens know it. */
export const useSignInConfig = (): AppConfig | undefined => useQuery(configQuery).data;

/** The identity providers people can use here. */
export const useProviders = () => useSignInConfig()?.providers ?? [];

/** Leaves for a provider's page; stays, and says why, when that does not work. */
export const useStartProvider = () =>
  useMutation({
    mutationFn: (provider: string) => startProvider(provider),
    onError: (error) => toast({ tone: 'danger', title: t('provider.startFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
