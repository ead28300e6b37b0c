import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { configQuery } from '@/api/queries';
import { t } from '@/i18n/settings';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { toast } from '@/ui/toast/toast-store';
import { ConfirmDialog } from './confirm';
import { useAccountChanged } from './queries';

/** Changes the email address: immediately, or once both addresses have confirmed it. */
export function EmailDialog() {
  const [email, setEmail] = useState('');
  const changed = useAccountChanged();
  const mail = useQuery(configQuery).data?.mail ?? true;
  return (
    <ConfirmDialog
      trigger={<Button variant="secondary">{t('settings.change')}</Button>}
      title={t('email.change')}
      description={mail ? t('email.changeText') : t('email.changeNow')}
      action={t('email.change')}
      fields={['email']}
      run={(password) => request('/api/account/email', { method: 'POST', body: { email, password } })}
      onDone={({ applied }) => {
        if (applied) toast({ title: t('email.changed') });
        else toast({ title: t('email.asked'), description: t('email.pendingHint') });
        setEmail('');
        void changed();
      }}
    >
      {(errorOf) => (
        <Field
          label={t('email.new')}
          type="email"
          required
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errorOf('email')}
        />
      )}
    </ConfirmDialog>
  );
}
