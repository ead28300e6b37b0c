import { Link } from '@tanstack/react-router';
import { Heart, History } from 'lucide-react';
import { displayName, useSession } from '@/api/session';
import { useLogout } from '@/api/use-logout';
import { language, t } from '@/i18n/t';
import { day } from '@/lib/format';
import { Avatar } from '@/ui/avatar';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';

export function ProfilePage() {
  const session = useSession();
  const logout = useLogout();
  const { user } = session;
  if (!user) return null;
  return (
    <>
      <header className="flex flex-wrap items-center gap-6 pt-6">
        <Avatar user={user} className="size-28 text-2xl" />
        <div className="min-w-48 flex-1">
          <h1 className="display text-[2.125rem] leading-tight">{displayName(user)}</h1>
          <p className="text-fg-muted">{user.email}</p>
          <div className="mt-3 flex flex-wrap items-center gap-2 text-fg-muted text-sm">
            <Badge tone="outline">{t(`nav.role.${user.role}`)}</Badge>
            {user.createdAt && <span>{t('profile.joined', { day: day(user.createdAt, language()) })}</span>}
          </div>
        </div>
        <Button variant="secondary" pending={logout.isPending} onClick={() => logout.mutate()}>
          {t('logout.action')}
        </Button>
      </header>
      <nav aria-label={t('title.profile')} className="mt-10 grid gap-4 sm:grid-cols-2">
        <Tile to="/liked" icon={Heart} label={t('profile.liked')} />
        <Tile to="/recents" icon={History} label={t('profile.recent')} />
      </nav>
    </>
  );
}

function Tile({ to, icon: Icon, label }: { to: '/liked' | '/recents'; icon: typeof Heart; label: string }) {
  return (
    <Link
      to={to}
      className="flex items-center gap-4 rounded-lg border border-line bg-surface p-5 font-semibold transition-colors hover:bg-surface-2"
    >
      <span className="grid size-11 place-items-center rounded-full bg-surface-3 text-accent-text">
        <Icon size={20} aria-hidden />
      </span>
      {label}
    </Link>
  );
}
