import { Suspense, useState } from 'react';
import { type PlainKey, t } from '@/i18n/auth';
import { passkeysSupported } from '@/lib/browser/webauthn';
import { lazily } from '@/lib/until-loaded';
import { Button } from '@/ui/button';
import { AuthFrame } from './auth-frame';
import { CodeStep, PasskeyStep, RecoveryStep } from './factor-steps';
import type { Factor, SecondStep } from './second-step';
import { StartOver } from './start-over';

// Rarely needed, and the largest chunk.
const EnrolStep = lazily(() => import('./enrol-step').then((m) => m.EnrolStep));

type Way = Exclude<Factor, 'enrol'>;

const WAYS: Record<Way, { lead: PlainKey; switchTo: PlainKey; Step: typeof CodeStep }> = {
  totp: { lead: 'factor.codeLead', switchTo: 'factor.useCode', Step: CodeStep },
  passkey: { lead: 'factor.passkeyLead', switchTo: 'factor.usePasskey', Step: PasskeyStep },
  recovery: { lead: 'factor.recoveryLead', switchTo: 'factor.useRecovery', Step: RecoveryStep },
};

/** The password was correct: asks for one of the account's second factors, or sets one up. */
export function SecondStepScreen({ step }: { step: SecondStep }) {
  if (!step.factors.includes('enrol')) return <FactorScreen step={step} />;
  return (
    <Suspense>
      <EnrolStep challenge={step.challenge} />
    </Suspense>
  );
}

function FactorScreen({ step }: { step: SecondStep }) {
  const ways = (['totp', 'passkey', 'recovery'] as const).filter(
    (way) => step.factors.includes(way) && (way !== 'passkey' || passkeysSupported()),
  );
  const [chosen, choose] = useState<Way>();
  const way = chosen ?? ways[0] ?? 'recovery';
  const { lead, Step } = WAYS[way];
  return (
    <AuthFrame title={t('factor.title')} lead={t(lead)} focusTitle={way}>
      <Step challenge={step.challenge} />
      <div className="mt-6 grid gap-1">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="ghost" onClick={() => choose(other)}>
              {t(WAYS[other].switchTo)}
            </Button>
          ))}
        <StartOver />
      </div>
    </AuthFrame>
  );
}
