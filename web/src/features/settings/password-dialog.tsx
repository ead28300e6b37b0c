import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { configQuery } from '@/api/queries';
import { t } from '@/i18n/settings';
import { REGISTER_MIN_PASSWORD } from '@/lib/constants';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { toast } from '@/ui/toast/toast-store';
import { ConfirmDialog } from './confirm';
import { useAccountChanged } from './queries';

const EMPTY = { password1: '', password2: '' };

/** Changes or sets the password. Other devices are signed out. */
export function PasswordDialog({ hasPassword }: { hasPassword: boolean }) {
  const [passwords, setPasswords] = useState(EMPTY);
  const least = useQuery(configQuery).data?.passwordMinLength ?? REGISTER_MIN_PASSWORD;
  const changed = useAccountChanged();
  const label = hasPassword ? t('password.change') : t('password.set');
  const field = (name: keyof typeof EMPTY) => ({
    type: 'password',
    required: true,
    autoComplete: 'new-password',
    value: passwords[name],
    onChange: (event: { target: { value: string } }) => setPasswords({ ...passwords, [name]: event.target.value }),
  });
  return (
    <ConfirmDialog
      trigger={<Button variant="secondary">{hasPassword ? t('settings.change') : t('password.set')}</Button>}
      title={label}
      description={t('password.text')}
      action={label}
      fields={['password1', 'password2']}
      passwordField="current"
      run={(current) => request('/api/account/password', { method: 'POST', body: { current, ...passwords } })}
      onDone={() => {
        toast({ title: t('password.changed'), description: t('password.changedText') });
        setPasswords(EMPTY);
        void changed();
      }}
    >
      {(errorOf) => (
        <>
          <Field label={t('password.new')} hint={t('register.hint', { n: least })} error={errorOf('password1')} {...field('password1')} />
          <Field label={t('password.repeat')} error={errorOf('password2')} {...field('password2')} />
        </>
      )}
    </ConfirmDialog>
  );
}
