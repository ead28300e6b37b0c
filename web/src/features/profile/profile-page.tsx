import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayName, useSession } from '@/api/auth/session';
import { configQuery } from '@/api/queries';
import type { User } from '@/api/types';
import { t } from '@/i18n/settings';
import { useLogout } from '@/things/account/use-logout';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EditDialog } from './edit-dialog';
import { LikedSection } from './liked-songs';
import { ProfileHeader } from './profile-header';
import { RecentActivity } from './recent-activity';
import { StatCards } from './stat-cards';

/** /profile: the person's own page. */
export function ProfilePage() {
  const { user } = useSession();
  if (!user) return null;
  return <Profile user={user} />;
}

function Profile({ user }: { user: User }) {
  const logout = useLogout();
  return (
    <>
      <ProfileHeader
        person={{ ...user, name: displayName(user), joinedAt: user.createdAt }}
        email={user.email}
        badges={<Badges user={user} />}
        actions={
          <>
            <EditDialog user={user} />
            <Button asChild variant="secondary">
              <Link to="/listening">{t('title.listening')}</Link>
            </Button>
            <Button variant="secondary" pending={logout.isPending} onClick={() => logout.mutate()}>
              {t('logout.action')}
            </Button>
          </>
        }
      />
      {user.pendingEmail && <p className="mt-4 text-fg-muted text-sm">{t('profile.pendingEmail', { email: user.pendingEmail })}</p>}
      <StatCards />
      <LikedSection />
      <RecentActivity />
    </>
  );
}

function Badges({ user }: { user: User }) {
  const provider = useProviderLabel(user.authProvider);
  return (
    <>
      <Badge tone="accent">{t('profile.musicLover')}</Badge>
      {provider && <Badge tone="outline">{t('profile.connectedVia', { provider })}</Badge>}
      {user.isPrivate && <Badge tone="outline">{t('profile.private')}</Badge>}
    </>
  );
}

/** The operator's name for an identity provider, otherwise its own. */
function useProviderLabel(id: string | null): string | null {
  const config = useQuery(configQuery).data;
  if (!id) return null;
  return config?.providers.find((provider) => provider.id === id)?.label ?? id.charAt(0).toUpperCase() + id.slice(1);
}
