import { t } from '@/i18n/auth';
import { Spinner } from '@/ui/spinner';
import { AuthFrame } from './auth-frame';
import { lookAtInvitation } from './calls';
import { Failed } from './failed';
import { HaveAccount, RegisterForm } from './register-form';
import { useRedeem } from './use-redeem';
import { useSecret } from './use-secret';

/** The target of an invitation link: registration, even if it is not open, or the account that waits for one person. */
export function InvitePage() {
  const secret = useSecret();
  const invitation = useRedeem('invitation', secret, lookAtInvitation);
  switch (invitation.status) {
    case 'working':
      return (
        <AuthFrame title={t('invite.title')} lead={t('verify.working')}>
          <Spinner label={t('invite.title')} />
        </AuthFrame>
      );
    case 'done':
      return (
        <AuthFrame title={t('register.title')} lead={t(invitation.data.email ? 'invite.waiting' : 'invite.lead')} focusTitle="register">
          <RegisterForm invitation={secret ?? undefined} email={invitation.data.email} firstName={invitation.data.firstName} />
        </AuthFrame>
      );
    case 'expired':
      return (
        <AuthFrame title={t('invite.expired')} lead={t('invite.expiredText')} focusTitle="expired">
          <HaveAccount />
        </AuthFrame>
      );
    case 'failed':
      return (
        <AuthFrame title={t('invite.failed')} focusTitle="failed">
          <Failed {...invitation} />
        </AuthFrame>
      );
  }
}
