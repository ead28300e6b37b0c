import { t } from '@/i18n/auth';
import { useSignInConfig } from '@/things/account/use-provider';
import { AuthFrame } from './auth-frame';
import { HaveAccount, RegisterForm } from './register-form';

/** Registration if it is open; otherwise says who can create an account. */
export function RegisterPage() {
  const registration = useSignInConfig()?.registration;
  if (registration === 'closed') {
    return (
      <AuthFrame title={t('register.closed')} lead={t('register.closedText')}>
        <HaveAccount />
      </AuthFrame>
    );
  }
  if (registration === 'invitation') {
    return (
      <AuthFrame title={t('register.invitationOnly')} lead={t('register.invitationOnlyText')}>
        <HaveAccount />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('register.title')} lead={t('register.lead')}>
      <RegisterForm />
    </AuthFrame>
  );
}
