import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { register } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/auth';
import { REGISTER_MIN_PASSWORD } from '@/lib/constants';
import { useSignInConfig } from '@/things/account/use-provider';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { toast } from '@/ui/toast/toast-store';
import { link } from './auth-frame';
import { OtherWays } from './other-ways';

type Form = { firstName: string; lastName: string; email: string; password: string };

const schema = (least: number) =>
  z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.email(t('auth.emailInvalid')),
    password: z.string().check(z.minLength(least, t('register.hint', { n: least }))),
  });

/** The order in which the server's errors are shown. */
const FIELDS = ['email', 'password1', 'non_field_errors', 'detail'];

type Invited = { invitation?: string; email?: string; firstName?: string };

/** Creates an account; with an invitation's secret even if registration is not open. With an address, the invitation is for that one only. */
export function RegisterForm({ invitation, email = '', firstName = '' }: Invited) {
  const least = useSignInConfig()?.passwordMinLength ?? REGISTER_MIN_PASSWORD;
  const form = useForm<Form>({
    resolver: standardSchemaResolver(schema(least)),
    defaultValues: { firstName, lastName: '', email, password: '' },
  });
  const create = useRegister(invitation);
  return (
    <>
      <form noValidate onSubmit={form.handleSubmit((values) => create.mutate(values))} className="grid gap-5">
        <Inputs form={form} least={least} isFor={email} />
        <Button type="submit" size="lg" pending={create.isPending} className="mt-1">
          {create.isPending ? t('register.pending') : t('register.submit')}
        </Button>
      </form>
      <Agreement />
      {!email && <OtherWays />}
      <HaveAccount />
    </>
  );
}

function useRegister(invitation?: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ firstName, lastName, email, password }: Form) =>
      register(client, { email, password1: password, password2: password, first_name: firstName, last_name: lastName, invitation }),
    onSuccess: () => {
      toast({ title: t('register.welcome'), description: t('register.welcomeText') });
      return navigate({ to: '/login' });
    },
    onError: (error) => toast({ tone: 'danger', title: t('register.failed'), description: messageOf(error, t('register.unable'), FIELDS) }),
  });
}

function Inputs({ form, least, isFor }: { form: UseFormReturn<Form>; least: number; isFor: string }) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('auth.firstName')} autoComplete="given-name" placeholder={t('auth.optional')} {...form.register('firstName')} />
        <Field label={t('auth.lastName')} autoComplete="family-name" placeholder={t('auth.optional')} {...form.register('lastName')} />
      </div>
      <Field
        label={t('auth.email')}
        type="email"
        required
        readOnly={isFor !== ''}
        autoComplete="email"
        hint={isFor && t('invite.address')}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Field
        label={t('auth.password')}
        type="password"
        required
        minLength={least}
        autoComplete="new-password"
        hint={t('register.hint', { n: least })}
        error={errors.password?.message}
        {...form.register('password')}
      />
    </>
  );
}

function Agreement() {
  return (
    <p className="mt-5 text-balance text-center text-fg-muted text-sm">
      {t('register.agree')}{' '}
      <Link to="/terms" className="underline underline-offset-2 hover:text-fg">
        {t('title.terms')}
      </Link>{' '}
      {t('register.and')}{' '}
      <Link to="/privacy" className="underline underline-offset-2 hover:text-fg">
        {t('title.privacy')}
      </Link>
      .
    </p>
  );
}

export function HaveAccount() {
  return (
    <p className="mt-7 text-center text-fg-muted">
      {t('register.haveAccount')}{' '}
      <Link to="/login" className={link}>
        {t('register.signIn')}
      </Link>
    </p>
  );
}
