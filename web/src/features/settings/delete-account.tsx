import { useQuery } from '@tanstack/react-query';
import { request } from '@/api/client';
import { language, t } from '@/i18n/settings';
import { day } from '@/lib/format';
import { KeepAccount } from '@/things/account/keep-account';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';
import { toast } from '@/ui/toast/toast-store';
import { ConfirmDialog } from './confirm';
import { securityQuery, useAccountChanged } from './queries';

/** Deletes the account after a grace period. */
export function DeleteAccount() {
  const deleteAt = useQuery(securityQuery).data?.deleteAt;
  return (
    <Group id="delete" title={t('delete.title')}>
      {deleteAt ? <Pending deleteAt={deleteAt} /> : <Ask />}
    </Group>
  );
}

function Ask() {
  const changed = useAccountChanged();
  return (
    <Row label={t('delete.label')} hint={t('delete.text')}>
      <ConfirmDialog
        trigger={<Button variant="danger">{t('delete.title')}</Button>}
        title={t('delete.ask')}
        description={t('delete.text')}
        action={t('delete.title')}
        danger
        run={(password) => request('/api/account/delete', { method: 'POST', body: { password } })}
        onDone={({ deleteAt }) => {
          toast({ title: t('delete.on', { day: day(deleteAt, language()) }), description: t('delete.onText') });
          void changed();
        }}
      />
    </Row>
  );
}

const Pending = ({ deleteAt }: { deleteAt: string }) => (
  <Row label={t('delete.on', { day: day(deleteAt, language()) })} hint={t('delete.onText')}>
    <KeepAccount />
  </Row>
);
