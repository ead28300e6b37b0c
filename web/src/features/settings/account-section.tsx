import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayName, useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { configQuery } from '@/api/queries';
import type { Security, User } from '@/api/types';
import { t } from '@/i18n/settings';
import { useLogout } from '@/things/account/use-logout';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { EmailDialog } from './email-dialog';
import { LinkedSignIns } from './linked-sign-ins';
import { PasswordDialog } from './password-dialog';
import { securityQuery, useChange } from './queries';

/** The person's account, and the ways to sign in. */
export function AccountSection() {
  const { user } = useSession();
  const logout = useLogout();
  const query = useQuery(securityQuery);
  if (!user) return null;
  return (
    <>
      <Group title={t('settings.account')}>
        <Row label={t('settings.signedInAs', { email: user.email })}>
          <Button variant="secondary" pending={logout.isPending} onClick={() => logout.mutate()}>
            {t('settings.signOut')}
          </Button>
        </Row>
        <Row label={t('settings.name')} hint={displayName(user)}>
          <Button asChild variant="secondary">
            <Link to="/profile">{t('settings.toProfile')}</Link>
          </Button>
        </Row>
      </Group>
      <QueryView query={query} skeleton={<Skeleton className="mt-8 h-48 w-full rounded-lg" />}>
        {(security) => (
          <>
            <Group title={t('settings.signIn')}>
              <Email user={user} security={security} />
              <Row label={t('settings.password')} hint={security.hasPassword ? t('settings.passwordHint') : t('settings.noPassword')}>
                <PasswordDialog hasPassword={security.hasPassword} />
              </Row>
            </Group>
            <LinkedSignIns identities={security.identities} />
          </>
        )}
      </QueryView>
    </>
  );
}

function Email({ user, security: { isVerified, pendingEmail } }: { user: User; security: Security }) {
  const cancel = useChange(() => request('/api/account/email', { method: 'DELETE' }), t('email.cancelled'));
  const sendsMail = useQuery(configQuery).data?.mail ?? false; // without mail, no address is ever verified
  return (
    <>
      <Row
        label={
          <>
            {t('auth.email')}
            {(isVerified || sendsMail) && (
              <Badge tone={isVerified ? 'success' : 'warning'}>{isVerified ? t('email.verified') : t('email.unverified')}</Badge>
            )}
          </>
        }
        hint={user.email}
      >
        {!isVerified && sendsMail && <Resend email={user.email} />}
        <EmailDialog />
      </Row>
      {pendingEmail && (
        <Row label={t('email.pending', { email: pendingEmail })} hint={t('email.pendingHint')}>
          <Button variant="secondary" pending={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('email.cancel')}
          </Button>
        </Row>
      )}
    </>
  );
}

function Resend({ email }: { email: string }) {
  const resend = useMutation({
    mutationFn: () => request('/api/auth/verify/resend', { method: 'POST', body: { email } }),
    onSuccess: ({ detail }) => toast({ title: t('email.resent'), description: detail }),
    onError: (error) => toast({ tone: 'danger', title: t('email.notResent'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  return (
    <Button variant="ghost" pending={resend.isPending} onClick={() => resend.mutate()}>
      {t('email.resend')}
    </Button>
  );
}
