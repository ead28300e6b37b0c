import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Credentials, login } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/auth';
import { useSignInConfig } from '@/things/account/use-provider';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { toast } from '@/ui/toast/toast-store';
import { AuthFrame, link } from './auth-frame';
import { OtherWays } from './other-ways';
import { Resend } from './resend';
import { isUnverified, secondStepOf, setSecondStep } from './second-step';
import { useEnter } from './use-enter';

const schema = () =>
  z.object({ email: z.email(t('auth.emailInvalid')), password: z.string().check(z.minLength(1, t('auth.passwordRequired'))) });

export function PasswordStep({ focusTitle }: { focusTitle?: string }) {
  const closed = useSignInConfig()?.registration === 'closed';
  const enter = useEnter();
  const form = useForm<Credentials>({ resolver: standardSchemaResolver(schema()), defaultValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: login,
    onSuccess: enter,
    onError: (error) => {
      const step = secondStepOf(error);
      if (step) setSecondStep(step);
      else toast({ tone: 'danger', title: t('login.failed'), description: messageOf(error, t('login.invalid')) });
    },
  });
  return (
    <AuthFrame title={t('login.title')} lead={t('login.lead')} focusTitle={focusTitle}>
      <form noValidate onSubmit={form.handleSubmit((credentials) => signIn.mutate(credentials))} className="grid gap-5">
        <Inputs form={form} />
        <Button type="submit" size="lg" pending={signIn.isPending} className="mt-1">
          {signIn.isPending ? t('login.pending') : t('login.submit')}
        </Button>
      </form>
      {isUnverified(signIn.error) && signIn.variables && <Unverified email={signIn.variables.email} />}
      <OtherWays passkey />
      {!closed && (
        <p className="mt-7 text-center text-fg-muted">
          {t('login.noAccount')}{' '}
          <Link to="/register" className={link}>
            {t('login.signUp')}
          </Link>
        </p>
      )}
    </AuthFrame>
  );
}

function Inputs({ form }: { form: UseFormReturn<Credentials> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label={t('auth.email')} type="email" required autoComplete="email" error={errors.email?.message} {...form.register('email')} />
      <div className="grid gap-2">
        <Field
          label={t('auth.password')}
          type="password"
          required
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Link to="/forgot" className="justify-self-end text-fg-muted text-sm underline-offset-2 hover:text-fg hover:underline">
          {t('signIn.forgot')}
        </Link>
      </div>
    </>
  );
}

function Unverified({ email }: { email: string }) {
  return (
    <section aria-labelledby="unverified" className="mt-6 rounded-lg border border-line bg-surface p-5">
      <h2 id="unverified" className="font-semibold">
        {t('signIn.unverified')}
      </h2>
      <p className="mt-1 mb-4 text-fg-muted text-sm">{t('signIn.unverifiedText', { email })}</p>
      <Resend email={email} />
    </section>
  );
}
