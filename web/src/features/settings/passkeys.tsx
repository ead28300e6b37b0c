import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import { configQuery } from '@/api/queries';
import type { NewPasskey, Passkey } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { isKnownHere, isRefusal, passkeysWork, startRegistration } from '@/lib/browser/webauthn';
import { day } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Group, Nothing, Row } from '@/ui/group';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast/toast-store';
import { ConfirmDialog, ConfirmForm } from './confirm';
import { useAccountChanged } from './queries';
import { CodesShown } from './recovery-codes';
import { Rename } from './rename';

/** The account's passkeys. */
export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const config = useQuery(configQuery).data;
  return (
    <Group title={t('passkey.title')} lead={t('passkey.lead')}>
      {passkeys.map((passkey) => (
        <Row key={passkey.id} label={passkey.name} hint={usedLine(passkey)}>
          <Rename
            save={(name) => request(`/api/account/passkeys/${passkey.id}`, { method: 'PUT', body: { name } })}
            name={passkey.name}
            label={t('passkey.renameNamed', { name: passkey.name })}
          />
          <Remove passkey={passkey} />
        </Row>
      ))}
      {passkeysWork(config?.passkeys) ? (
        <Row label={passkeys.length === 0 ? t('passkey.none') : t('passkey.another')}>
          <Add />
        </Row>
      ) : (
        <Nothing>{t('passkey.notHere')}</Nothing>
      )}
    </Group>
  );
}

/** When something was created and last used. */
export function usedLine({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }): string {
  const made = t('settings.addedOn', { day: day(createdAt, language()) });
  return `${made} · ${lastUsedAt ? t('settings.usedOn', { day: day(lastUsedAt, language()) }) : t('settings.neverUsed')}`;
}

function Remove({ passkey: { id, name } }: { passkey: Passkey }) {
  const changed = useAccountChanged();
  return (
    <ConfirmDialog
      trigger={<IconButton icon={Trash2} label={t('passkey.removeNamed', { name })} />}
      title={t('passkey.removeNamed', { name })}
      description={t('passkey.removeText')}
      action={t('passkey.remove')}
      danger
      run={(password) => request(`/api/account/passkeys/${id}`, { method: 'DELETE', body: { password } })}
      onDone={() => {
        toast({ title: t('passkey.removed') });
        void changed();
      }}
    />
  );
}

/** Confirms the person, opens the browser's prompt and, for an account's first second factor, shows the recovery codes. */
function Add() {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [codes, setCodes] = useState<string[]>();
  const changed = useAccountChanged();
  const close = () => {
    setOpen(false);
    setName('');
    setCodes(undefined);
    void changed();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      trigger={<Button>{t('passkey.add')}</Button>}
      title={codes ? t('codes.title') : t('passkey.add')}
      description={codes ? undefined : t('passkey.addText')}
    >
      {codes ? (
        <CodesShown codes={codes} onDone={close} />
      ) : (
        <ConfirmForm
          action={t('passkey.add')}
          fields={['name']}
          run={(password) => addPasskey(name.trim() || t('passkey.defaultName'), password)}
          onDone={({ recoveryCodes }) => {
            toast({ title: t('passkey.added') });
            if (recoveryCodes.length > 0) setCodes(recoveryCodes);
            else close();
          }}
        >
          {(errorOf) => (
            <Field
              label={t('passkey.name')}
              hint={t('passkey.nameHint')}
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={errorOf('name')}
            />
          )}
        </ConfirmForm>
      )}
    </Dialog>
  );
}

async function addPasskey(name: string, password: string): Promise<NewPasskey> {
  const { ceremony, options } = await request('/api/account/passkeys/begin', { method: 'POST', body: { password } });
  const credential = await startRegistration(options).catch((error: unknown) => {
    if (isKnownHere(error)) throw new Error(t('passkey.known'));
    throw isRefusal(error) ? new Error(t('passkey.refused')) : error;
  });
  return request('/api/account/passkeys', { method: 'POST', body: { ceremony, name, credential } });
}
