import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, CircleUser, LogOut, Menu, Settings, User } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/i18n/admin';
import { useLogout } from '@/things/account/use-logout';
import { Button } from '@/ui/button';
import { CloseButton } from '@/ui/dialog';
import { IconButton } from '@/ui/icon-button';
import { Wordmark } from '@/ui/mark';
import { useMenuButton } from '@/ui/menu/menu-button';
import { Sheet } from '@/ui/sheet';
import { type AdminItem, SECTIONS, TABS } from './nav-items';

/** The layout of the admin area: sections on the left, below 1024 px in a drawer with five of them in a bottom bar. */
export function AdminShell() {
  const path = useLocation({ select: (location) => location.pathname });
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[var(--sidebar-w)_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-(--z-tooltip) -translate-y-20 rounded-full bg-accent px-4 py-2 font-semibold text-accent-fg focus:translate-y-0"
      >
        {t('ui.skip')}
      </a>
      <div className="sticky top-0 hidden h-dvh flex-col border-line border-r bg-sunken lg:flex">
        <Sections />
      </div>
      <div className="min-w-0">
        <header className="flex h-(--topbar-h) items-center gap-2 border-line border-b px-2 md:px-6">
          <IconButton label={t('nav.open')} icon={Menu} tooltip={false} className="lg:hidden" onClick={() => setOpenAt(path)} />
          <Sheet side="left" title={t('admin.nav')} open={openAt === path} onOpenChange={(open) => setOpenAt(open ? path : null)}>
            <div className="flex justify-end p-2">
              <CloseButton />
            </div>
            <Sections />
          </Sheet>
          <span className="flex-1" />
          <AccountMenu />
        </header>
        <main id="main" tabIndex={-1} className="@container mx-auto max-w-[1200px] px-4 pt-7 pb-28 outline-none md:px-8">
          <Outlet />
        </main>
      </div>
      <nav
        aria-label={t('nav.tabs')}
        className="fixed inset-x-0 bottom-0 z-(--z-bar) border-line border-t bg-sunken pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <ul className="grid h-(--tabbar-h) grid-cols-5">
          {TABS.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                {...active(to)}
                className="flex h-full flex-col items-center justify-center gap-1 text-2xs text-fg-faint aria-[current]:text-fg"
              >
                <Icon size={20} aria-hidden />
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

const active = (to: string) => ({ activeOptions: { exact: to === '/admin' }, activeProps: { 'aria-current': 'page' } }) as const;

function Sections() {
  return (
    <nav aria-label={t('admin.nav')} className="flex min-h-0 flex-1 flex-col">
      <Link to="/" aria-label={t('admin.backToApp')} className="mx-5 mt-4 mb-3 self-start rounded-md">
        <Wordmark />
      </Link>
      <ul className="flex-1 overflow-y-auto px-3">
        {SECTIONS.map((item) => (
          <Section key={item.to} {...item} />
        ))}
      </ul>
      <div className="border-line border-t p-3">
        <Button asChild variant="ghost" size="sm">
          <Link to="/">
            <ArrowLeft size={16} aria-hidden />
            {t('admin.backToApp')}
          </Link>
        </Button>
      </div>
    </nav>
  );
}

function Section({ to, label, icon: Icon }: AdminItem) {
  return (
    <li>
      <Link
        to={to}
        {...active(to)}
        className="group relative flex h-10 items-center gap-3.5 rounded-md px-3 font-medium text-fg-muted text-sm transition hover:bg-line hover:text-fg aria-[current]:bg-line aria-[current]:text-fg hit"
      >
        <span className="absolute inset-y-2 left-0 w-[3px] rounded-full group-aria-[current]:bg-accent" />
        <Icon size={18} aria-hidden className="shrink-0 group-aria-[current]:text-accent-text" />
        {t(label)}
      </Link>
    </li>
  );
}

function AccountMenu() {
  const navigate = useNavigate();
  const logout = useLogout();
  const menu = useMenuButton(t('admin.myAccount'), () => [
    { label: t('admin.profile'), icon: User, onSelect: () => void navigate({ to: '/profile' }) },
    { label: t('admin.settings'), icon: Settings, onSelect: () => void navigate({ to: '/admin/settings' }) },
    'separator',
    { label: t('admin.signOut'), icon: LogOut, onSelect: () => logout.mutate() },
  ]);
  return (
    <Button variant="ghost" size="sm" {...menu}>
      <CircleUser size={18} aria-hidden />
      {t('admin.account')}
    </Button>
  );
}
