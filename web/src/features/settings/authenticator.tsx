import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { Enrolment } from '@/api/types';
import { t } from '@/i18n/settings';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Row } from '@/ui/group';
import { ShownOnce } from '@/ui/shown-once';
import { toast } from '@/ui/toast/toast-store';
import { ConfirmDialog, ConfirmForm } from './confirm';
import { useAccountChanged } from './queries';
import { CodesShown } from './recovery-codes';

/** The authenticator app as second factor. */
export function Authenticator({ on }: { on: boolean }) {
  return (
    <Row
      label={
        <>
          {t('totp.title')}
          {on && <Badge tone="success">{t('totp.on')}</Badge>}
        </>
      }
      hint={t('totp.text')}
    >
      {on ? <TurnOff /> : <SetUp />}
    </Row>
  );
}

function TurnOff() {
  const changed = useAccountChanged();
  return (
    <ConfirmDialog
      trigger={<Button variant="secondary">{t('totp.turnOff')}</Button>}
      title={t('totp.turnOffTitle')}
      description={t('totp.turnOffText')}
      action={t('totp.turnOff')}
      danger
      run={(password) => request('/api/account/totp/off', { method: 'POST', body: { password } })}
      onDone={() => {
        toast({ title: t('totp.isOff') });
        void changed();
      }}
    />
  );
}

/** One dialog: confirms the person, shows the QR code, asks for a first code, then shows the recovery codes. */
function SetUp() {
  const [open, setOpen] = useState(false);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<string[]>();
  const changed = useAccountChanged();
  const close = () => {
    setOpen(false);
    setEnrolment(undefined);
    setCodes(undefined);
    if (codes) void changed();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      keepOpen={codes !== undefined}
      trigger={<Button>{t('totp.setUp')}</Button>}
      title={codes ? t('codes.title') : t('totp.setUpTitle')}
    >
      {codes ? (
        <CodesShown codes={codes} onDone={close} />
      ) : enrolment ? (
        <FirstCode enrolment={enrolment} onDone={setCodes} />
      ) : (
        <ConfirmForm
          action={t('confirm.goOn')}
          run={(password) => request('/api/account/totp/begin', { method: 'POST', body: { password } })}
          onDone={setEnrolment}
        />
      )}
    </Dialog>
  );
}

function FirstCode({ enrolment: { qr, secret, enrolment }, onDone }: { enrolment: Enrolment; onDone: (codes: string[]) => void }) {
  const [code, setCode] = useState('');
  const check = useMutation({
    mutationFn: () => request('/api/account/totp', { method: 'POST', body: { enrolment, code: code.trim() } }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <p className="text-fg-muted">{t('totp.scan')}</p>
      <img src={qr} alt={t('totp.qr')} className="mx-auto size-40 rounded-md bg-white p-2" />
      <ShownOnce label={t('totp.secret')} lines={[secret]} />
      <Field
        label={t('totp.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={check.error ? messageOf(check.error, t('settings.notSaved')) : undefined}
      />
      <Button type="submit" className="justify-self-end" pending={check.isPending} disabled={code.trim() === ''}>
        {t('totp.turnOn')}
      </Button>
    </form>
  );
}
