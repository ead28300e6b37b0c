import { PasswordStep } from './password-step';
import { useSecondStep } from './second-step';
import { SecondStepScreen } from './second-step-screen';

export function LoginPage() {
  const { step, startedOver } = useSecondStep();
  return step ? <SecondStepScreen key={step.challenge} step={step} /> : <PasswordStep focusTitle={startedOver ? 'password' : undefined} />;
}
