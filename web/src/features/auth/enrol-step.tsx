import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/error';
import type { Grant, Enrolment as Secret } from '@/api/types';
import { t } from '@/i18n/auth';
import { Button } from '@/ui/button';
import { CODE_LENGTH, CodeField } from '@/ui/code-field';
import { Enrolment } from '@/ui/enrolment';
import { ShownOnce } from '@/ui/shown-once';
import { Spinner } from '@/ui/spinner';
import { AuthFrame } from './auth-frame';
import { beginEnrolment, finishEnrolment } from './calls';
import { StartOver } from './start-over';
import { useEnter } from './use-enter';

/** The server requires a second factor and this account has none: sets up an authenticator app, then completes the sign-in. */
export function EnrolStep({ challenge }: { challenge: string }) {
  const enter = useEnter();
  const [grant, setGrant] = useState<Grant>();
  const begin = useQuery({ queryKey: ['enrolment', challenge], queryFn: () => beginEnrolment(challenge), retryOnMount: false, gcTime: 0 });
  if (grant) {
    return (
      <AuthFrame title={t('recovery.title')} lead={t('recovery.lead')} focusTitle="recovery">
        <ShownOnce label={t('recovery.list')} lines={grant.recoveryCodes ?? []} fileName="sonora-recovery-codes.txt" />
        <Button size="lg" className="mt-6 w-full" onClick={() => enter(grant)}>
          {t('recovery.saved')}
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('enrol.title')} lead={t('enrol.lead')} focusTitle="enrol">
      {begin.isPending && <Spinner label={t('ui.loading')} />}
      {begin.error && (
        <p role="alert" className="text-danger">
          {t('enrol.failed')}: {messageOf(begin.error, t('ui.loadFailedText'))}
        </p>
      )}
      {begin.data && <EnrolForm challenge={challenge} secret={begin.data} onDone={setGrant} />}
      <div className="mt-6">
        <StartOver />
      </div>
    </AuthFrame>
  );
}

type EnrolFormProps = { challenge: string; secret: Secret; onDone: (grant: Grant) => void };

function EnrolForm({ challenge, secret, onDone }: EnrolFormProps) {
  const [code, setCode] = useState('');
  const send = useMutation({
    mutationFn: (digits: string) => finishEnrolment(challenge, secret.enrolment, digits),
    onSuccess: onDone,
    onError: () => setCode(''),
  });
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === CODE_LENGTH) send.mutate(code);
      }}
    >
      <Enrolment qr={secret.qr} secret={secret.secret} />
      <p className="text-fg-muted">{t('enrol.then')}</p>
      <CodeField
        label={t('factor.code')}
        value={code}
        readOnly={send.isPending}
        error={send.error && code === '' ? messageOf(send.error, t('factor.wrong')) : undefined}
        onChange={setCode}
        onComplete={send.mutate}
      />
      <Button type="submit" size="lg" pending={send.isPending}>
        {send.isPending ? t('factor.confirming') : t('factor.confirm')}
      </Button>
    </form>
  );
}
