import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { messageOf } from '@/api/error';
import { type Credentials, displayName, login } from '@/api/session';
import { t } from '@/i18n/t';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { toast } from '@/ui/toast-store';
import { AuthFrame } from './auth-frame';

const schema = () =>
  z.object({ email: z.email(t('auth.emailInvalid')), password: z.string().check(z.minLength(1, t('auth.passwordRequired'))) });

export function LoginPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Credentials>({ resolver: standardSchemaResolver(schema()), defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const signIn = useMutation({
    mutationFn: (credentials: Credentials) => login(client, credentials),
    onSuccess: (user) => {
      toast({ title: t('login.welcome'), description: t('login.welcomeText', { name: user.firstName || displayName(user) }) });
      return navigate({ to: '/', replace: true });
    },
    onError: (error) => toast({ tone: 'danger', title: t('login.failed'), description: messageOf(error, t('login.invalid')) }),
  });
  return (
    <AuthFrame title={t('login.title')} lead={t('login.lead')}>
      <form noValidate onSubmit={form.handleSubmit((credentials) => signIn.mutate(credentials))} className="grid gap-5">
        <Field
          label={t('auth.email')}
          type="email"
          required
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Field
          label={t('auth.password')}
          type="password"
          required
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" size="lg" pending={signIn.isPending} className="mt-1">
          {signIn.isPending ? t('login.pending') : t('login.submit')}
        </Button>
      </form>
      <p className="mt-7 text-center text-fg-muted">
        {t('login.noAccount')}{' '}
        <Link to="/register" className="font-semibold text-accent-text hover:underline">
          {t('login.signUp')}
        </Link>
      </p>
    </AuthFrame>
  );
}
