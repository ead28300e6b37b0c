import { Link, useLocation } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/t';
import { openPalette } from '@/lib/commands';
import { whenIdle } from '@/lib/idle';
import { lazily } from '@/lib/until-loaded';
import { Avatar } from '@/ui/avatar';
import { IconButton } from '@/ui/icon-button';
import { Wordmark } from '@/ui/mark';
import { UnreadDot } from './unread-count';

const load = () => import('./drawer');
const Drawer = lazily(() => load().then((m) => m.Drawer));

/** On small screens: the menu, the product name, and the link to the profile. */
export function TopBar() {
  const { user } = useSession();
  const path = useLocation({ select: (location) => location.pathname });
  const [openAt, setOpenAt] = useState<string | null>(null);
  useEffect(() => whenIdle(load), []);
  return (
    <header className="relative flex h-(--topbar-h) items-center justify-between px-2 lg:hidden">
      <IconButton label={t('nav.open')} icon={Menu} size="lg" tooltip={false} className="mr-12" onClick={() => setOpenAt(path)} />
      <UnreadDot />
      <Wordmark size={30} />
      {user && (
        <div className="flex">
          <IconButton label={t('nav.commands')} icon={Search} size="lg" tooltip={false} onClick={openPalette} />
          <Link to="/profile" aria-label={t('nav.profile')} className="grid size-12 place-items-center rounded-full">
            <Avatar user={user} className="size-8 text-xs" />
          </Link>
        </div>
      )}
      {/* going to another page closes it */}
      <Suspense>{openAt !== null && <Drawer open={openAt === path} onOpenChange={(open) => setOpenAt(open ? path : '')} />}</Suspense>
    </header>
  );
}
