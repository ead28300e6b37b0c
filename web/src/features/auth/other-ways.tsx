import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/auth';
import { isRefusal, passkeysWork } from '@/lib/browser/webauthn';
import { useProviders, useSignInConfig, useStartProvider } from '@/things/account/use-provider';
import { Button } from '@/ui/button';
import { ProviderMark } from '@/ui/provider-mark';
import { toast } from '@/ui/toast/toast-store';
import { signInWithPasskey } from './calls';
import { useEnter } from './use-enter';

/** Sign-in without a password: the configured identity providers and, for sign-in, passkeys if supported. */
export function OtherWays({ passkey = false }: { passkey?: boolean }) {
  const providers = useProviders();
  const passkeys = passkeysWork(useSignInConfig()?.passkeys) && passkey;
  const start = useStartProvider();
  if (providers.length === 0 && !passkeys) return null;
  return (
    <div className="mt-6 grid gap-3">
      <p className="flex items-center gap-3 text-fg-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('provider.or')}
      </p>
      {providers.map(({ id, label }) => (
        <Button key={id} variant="outline" size="lg" disabled={start.isPending} onClick={() => start.mutate(id)}>
          <ProviderMark id={id} />
          {id === 'google' ? t('provider.google.continue') : t('provider.continue', { label })}
        </Button>
      ))}
      {passkeys && <PasskeyButton />}
    </div>
  );
}

function PasskeyButton() {
  const enter = useEnter();
  const signIn = useMutation({
    mutationFn: () => signInWithPasskey(),
    onSuccess: enter,
    onError: (error) =>
      toast({
        tone: 'danger',
        title: t('login.failed'),
        description: isRefusal(error) ? t('signIn.passkeyUnused') : messageOf(error, t('login.invalid')),
      }),
  });
  return (
    <Button variant="outline" size="lg" pending={signIn.isPending} onClick={() => signIn.mutate()}>
      {!signIn.isPending && <Fingerprint size={18} aria-hidden />}
      {t('signIn.passkey')}
    </Button>
  );
}
