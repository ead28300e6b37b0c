import type { ComponentProps } from 'react';
import { t } from '@/i18n/auth';
import { useProviders, useStartProvider } from '@/things/account/use-provider';
import { Button } from '@/ui/button';
import { ProviderMark } from '@/ui/provider-mark';

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>;

/** Redirects to Google's sign-in; hidden if Google is not configured. */
export function GoogleButton({ text, ...look }: Look & { text: string }) {
  const start = useStartProvider();
  if (!useProviders().some(({ id }) => id === 'google')) return null;
  return (
    <Button {...look} disabled={start.isPending} onClick={() => start.mutate('google')}>
      <ProviderMark id="google" />
      {text}
    </Button>
  );
}

/** The other identity providers. */
export function OtherProviders() {
  const start = useStartProvider();
  return useProviders()
    .filter(({ id }) => id !== 'google')
    .map(({ id, label }) => (
      <Button key={id} variant="outline" size="lg" disabled={start.isPending} onClick={() => start.mutate(id)}>
        <ProviderMark id={id} />
        {t('provider.continue', { label })}
      </Button>
    ));
}
