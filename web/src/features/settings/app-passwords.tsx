import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import type { AppPassword, NewAppPassword } from '@/api/types';
import { t } from '@/i18n/settings';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Group, Nothing, Row } from '@/ui/group';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { ShownOnce } from '@/ui/shown-once';
import { Skeleton } from '@/ui/skeleton';
import { ConfirmForm } from './confirm';
import { usedLine } from './passkeys';
import { appPasswordsQuery, useAccountChanged, useChange } from './queries';

type Scope = AppPassword['scope'];

/** Passwords for external players that support no other sign-in. */
export function AppPasswords() {
  const revoke = useChange(
    ({ id }: AppPassword) => request(`/api/account/app-passwords/${id}`, { method: 'DELETE' }),
    t('appPassword.revoked'),
  );
  return (
    <Group title={t('appPassword.title')} lead={t('appPassword.lead')}>
      <QueryView
        query={useQuery(appPasswordsQuery)}
        skeleton={<Skeleton className="my-4 h-14 w-full" />}
        empty={<Nothing>{t('appPassword.none')}</Nothing>}
      >
        {(list) =>
          list.map((item) => (
            <Row
              key={item.id}
              label={
                <>
                  {item.name}
                  <Badge>{t(`appPassword.scope.${item.scope}`)}</Badge>
                </>
              }
              hint={usedLine(item)}
            >
              <AskDialog
                trigger={<IconButton icon={Trash2} label={t('appPassword.revokeNamed', { name: item.name })} />}
                title={t('appPassword.revokeNamed', { name: item.name })}
                description={t('appPassword.revokeText')}
                action={t('appPassword.revoke')}
                onConfirm={() => revoke.mutate(item)}
              />
            </Row>
          ))
        }
      </QueryView>
      <div className="py-4">
        <Create />
      </div>
    </Group>
  );
}

function Create() {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('stream');
  const [made, setMade] = useState<NewAppPassword>();
  const changed = useAccountChanged();
  const close = () => {
    setOpen(false);
    setMade(undefined);
    setName('');
    if (made) void changed();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      keepOpen={made !== undefined}
      trigger={<Button variant="secondary">{t('appPassword.create')}</Button>}
      title={made ? made.name : t('appPassword.create')}
      description={made ? t('appPassword.shownOnce') : undefined}
    >
      {made ? (
        <>
          <ShownOnce label={t('appPassword.title')} lines={[made.secret]} />
          <Button className="justify-self-end" onClick={close}>
            {t('secret.saved')}
          </Button>
        </>
      ) : (
        <ConfirmForm
          action={t('appPassword.create')}
          fields={['name', 'scope']}
          run={(password) => request('/api/account/app-passwords', { method: 'POST', body: { name: name.trim(), scope, password } })}
          onDone={setMade}
        >
          {(errorOf) => (
            <>
              <Field
                label={t('appPassword.name')}
                hint={t('appPassword.nameHint')}
                maxLength={100}
                required
                value={name}
                onChange={(event) => setName(event.target.value)}
                error={errorOf('name')}
              />
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-semibold text-sm">{t('appPassword.scope')}</span>
                <Select<Scope>
                  label={t('appPassword.scope')}
                  value={scope}
                  onChange={setScope}
                  options={[
                    { value: 'stream', label: t('appPassword.scope.stream') },
                    { value: 'full', label: t('appPassword.scope.full') },
                  ]}
                />
                <p className="w-full text-fg-muted text-sm">{errorOf('scope') ?? t(`appPassword.scopeHint.${scope}`)}</p>
              </div>
            </>
          )}
        </ConfirmForm>
      )}
    </Dialog>
  );
}
