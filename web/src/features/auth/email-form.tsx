import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { t } from '@/i18n/auth';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';

const schema = () => z.object({ email: z.email(t('auth.emailInvalid')) });

type EmailFormProps = { label: string; pending: boolean; onSend: (email: string) => void };

/** A form for the email address that receives a link. */
export function EmailForm({ label, pending, onSend }: EmailFormProps) {
  const form = useForm({ resolver: standardSchemaResolver(schema()), defaultValues: { email: '' } });
  return (
    <form noValidate onSubmit={form.handleSubmit(({ email }) => onSend(email))} className="grid gap-5">
      <Field
        label={t('auth.email')}
        type="email"
        required
        autoComplete="email"
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" size="lg" pending={pending}>
        {pending ? t('forgot.pending') : label}
      </Button>
    </form>
  );
}
