import { Link } from '@tanstack/react-router';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/auth';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { OpenFrame } from './auth-frame';
import { verifyEmail } from './calls';
import { Failed } from './failed';
import { Resend } from './resend';
import { useFreshUser } from './use-fresh-user';
import { useRedeem } from './use-redeem';
import { useSecret } from './use-secret';

/** The target of the link in the verification email: verifies the address. */
export function VerifyPage() {
  const redeemed = useRedeem('verify', useSecret(), verifyEmail);
  switch (redeemed.status) {
    case 'working':
      return (
        <OpenFrame title={t('verify.title')} lead={t('verify.working')}>
          <Spinner label={t('verify.title')} />
        </OpenFrame>
      );
    case 'done':
      return <Verified />;
    case 'expired':
      return (
        <OpenFrame title={t('verify.expired')} lead={t('verify.expiredText')} focusTitle="expired">
          <Resend />
        </OpenFrame>
      );
    case 'failed':
      return (
        <OpenFrame title={t('verify.failed')} focusTitle="failed">
          <Failed {...redeemed} />
        </OpenFrame>
      );
  }
}

function Verified() {
  const signedIn = useSession().status === 'signedIn';
  useFreshUser();
  return (
    <OpenFrame title={t('verify.done')} lead={t('verify.doneText')} focusTitle="done">
      <Button asChild size="lg" className="w-full">
        {signedIn ? <Link to="/">{t('verify.goOn')}</Link> : <Link to="/login">{t('login.submit')}</Link>}
      </Button>
    </OpenFrame>
  );
}
