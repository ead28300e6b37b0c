import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/auth';
import { REGISTER_MIN_PASSWORD } from '@/lib/constants';
import { useSignInConfig } from '@/things/account/use-provider';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { toast } from '@/ui/toast/toast-store';
import { OpenFrame } from './auth-frame';
import { resetPassword } from './calls';
import { isExpired } from './use-redeem';
import { useSecret } from './use-secret';

/** The target of the emailed link: sets a new password. */
export function ResetPage() {
  const secret = useSecret();
  const reset = useMutation({
    mutationFn: (password: string) => resetPassword(secret ?? '', password),
    onError: (error) => {
      if (!isExpired(error)) toast({ tone: 'danger', title: t('reset.failed'), description: messageOf(error, t('reset.failed'), FIELDS) });
    },
  });
  if (reset.isSuccess) {
    return (
      <OpenFrame title={t('reset.done')} lead={t('reset.doneText')} focusTitle="done">
        <Button asChild size="lg" className="w-full">
          <Link to="/login">{t('login.submit')}</Link>
        </Button>
      </OpenFrame>
    );
  }
  if (secret === null || isExpired(reset.error)) {
    return (
      <OpenFrame title={t('reset.expired')} lead={t('reset.expiredText')} focusTitle="expired">
        <Button asChild size="lg" className="w-full">
          <Link to="/forgot">{t('reset.again')}</Link>
        </Button>
      </OpenFrame>
    );
  }
  return (
    <OpenFrame title={t('reset.title')} lead={t('reset.lead')}>
      <PasswordForm pending={reset.isPending} onSend={reset.mutate} />
    </OpenFrame>
  );
}

/** The order in which the server's errors are shown. */
const FIELDS = ['password1', 'password2', 'non_field_errors', 'detail'];

const schema = (least: number) => z.object({ password: z.string().check(z.minLength(least, t('register.hint', { n: least }))) });

function PasswordForm({ pending, onSend }: { pending: boolean; onSend: (password: string) => void }) {
  const least = useSignInConfig()?.passwordMinLength ?? REGISTER_MIN_PASSWORD;
  const form = useForm({ resolver: standardSchemaResolver(schema(least)), defaultValues: { password: '' } });
  return (
    <form noValidate onSubmit={form.handleSubmit(({ password }) => onSend(password))} className="grid gap-5">
      <Field
        label={t('reset.password')}
        type="password"
        required
        minLength={least}
        autoComplete="new-password"
        hint={t('register.hint', { n: least })}
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" size="lg" pending={pending}>
        {pending ? t('reset.pending') : t('reset.submit')}
      </Button>
    </form>
  );
}
