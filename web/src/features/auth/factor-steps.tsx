import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/auth';
import { isRefusal } from '@/lib/browser/webauthn';
import { Button } from '@/ui/button';
import { CODE_LENGTH, CodeField } from '@/ui/code-field';
import { Field } from '@/ui/field';
import { sendCode, signInWithPasskey } from './calls';
import { useEnter } from './use-enter';

type StepProps = { challenge: string };

/** Asks for the code of the authenticator app; entering the last digit submits it. */
export function CodeStep({ challenge }: StepProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = useSend(challenge, (text) => {
    setCode('');
    setProblem(text);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === CODE_LENGTH) send.mutate(code);
    else setProblem(t('factor.codeInvalid'));
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <CodeField
        label={t('factor.code')}
        value={code}
        readOnly={send.isPending}
        error={problem}
        onChange={(next) => {
          setCode(next);
          setProblem(undefined);
        }}
        onComplete={send.mutate}
      />
      <Confirm pending={send.isPending} />
    </form>
  );
}

export function RecoveryStep({ challenge }: StepProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = useSend(challenge, setProblem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') setProblem(t('factor.recoveryEmpty'));
    else send.mutate(code.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label={t('factor.recovery')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={code}
        error={problem}
        onChange={(event) => {
          setCode(event.target.value);
          setProblem(undefined);
        }}
      />
      <Confirm pending={send.isPending} />
    </form>
  );
}

export function PasskeyStep({ challenge }: StepProps) {
  const enter = useEnter();
  const signIn = useMutation({ mutationFn: () => signInWithPasskey(challenge), onSuccess: enter });
  return (
    <div className="grid gap-3">
      <Button size="lg" pending={signIn.isPending} onClick={() => signIn.mutate()}>
        {!signIn.isPending && <Fingerprint size={18} aria-hidden />}
        {t('factor.usePasskey')}
      </Button>
      {signIn.error && (
        <p role="alert" className="text-danger text-sm">
          {isRefusal(signIn.error) ? t('signIn.passkeyUnused') : messageOf(signIn.error, t('login.invalid'))}
        </p>
      )}
    </div>
  );
}

/** Submits a code of either kind; `onRefused` gets the error message. */
function useSend(challenge: string, onRefused: (text: string) => void) {
  const enter = useEnter();
  return useMutation({
    mutationFn: (code: string) => sendCode(challenge, code),
    onSuccess: enter,
    onError: (error) => onRefused(messageOf(error, t('factor.wrong'))),
  });
}

function Confirm({ pending }: { pending: boolean }) {
  return (
    <Button type="submit" size="lg" pending={pending}>
      {pending ? t('factor.confirming') : t('factor.confirm')}
    </Button>
  );
}
