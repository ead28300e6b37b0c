import { Link } from '@tanstack/react-router';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/auth';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { OpenFrame } from './auth-frame';
import { confirmEmail } from './calls';
import { Failed } from './failed';
import { useFreshUser } from './use-fresh-user';
import { useRedeem } from './use-redeem';
import { useSecret } from './use-secret';

/** The target of the links of an address change: the old address agrees and the new one is verified, in either order. */
export function EmailConfirmPage() {
  const redeemed = useRedeem('email-confirm', useSecret(), confirmEmail);
  switch (redeemed.status) {
    case 'working':
      return (
        <OpenFrame title={t('emailConfirm.title')} lead={t('verify.working')}>
          <Spinner label={t('emailConfirm.title')} />
        </OpenFrame>
      );
    case 'done':
      return <Confirmed done={redeemed.data.done} />;
    case 'expired':
      return (
        <OpenFrame title={t('emailConfirm.expired')} lead={t('emailConfirm.expiredText')} focusTitle="expired">
          <Button asChild size="lg" className="w-full">
            <Link to="/settings">{t('emailConfirm.again')}</Link>
          </Button>
        </OpenFrame>
      );
    case 'failed':
      return (
        <OpenFrame title={t('emailConfirm.failed')} focusTitle="failed">
          <Failed {...redeemed} />
        </OpenFrame>
      );
  }
}

function Confirmed({ done }: { done: boolean }) {
  const signedIn = useSession().status === 'signedIn';
  useFreshUser();
  return (
    <OpenFrame
      title={done ? t('emailConfirm.done') : t('emailConfirm.half')}
      lead={done ? t('emailConfirm.doneText') : t('emailConfirm.halfText')}
      focusTitle="done"
    >
      <Button asChild size="lg" className="w-full">
        {signedIn ? <Link to="/">{t('verify.goOn')}</Link> : <Link to="/login">{t('login.submit')}</Link>}
      </Button>
    </OpenFrame>
  );
}
