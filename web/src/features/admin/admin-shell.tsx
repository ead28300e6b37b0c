import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, CircleUser, LogOut, Menu, PanelLeftClose, PanelLeftOpen, Settings, User } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/i18n/admin';
import { t as say } from '@/i18n/operator';
import { cn } from '@/lib/cn';
import { usePrefs } from '@/lib/prefs';
import { useLogout } from '@/things/account/use-logout';
import { MaintenanceBar } from '@/things/maintenance/maintenance-bar';
import { Button } from '@/ui/button';
import { CloseButton } from '@/ui/dialog';
import { IconButton } from '@/ui/icon-button';
import { Wordmark } from '@/ui/mark';
import { useMenuButton } from '@/ui/menu/menu-button';
import { Sheet } from '@/ui/sheet';
import { type AdminItem, SECTIONS, TABS } from './nav-items';
import { CountBadge } from './shell/count-badge';
import { NotificationButton } from './shell/notification-button';
import { SearchBox } from './shell/search-box';
import { StatusLights } from './shell/status-lights';

/** The layout of the admin area: sections on the left, below 1024 px in a drawer with five of them in a bottom bar. */
export function AdminShell() {
  const navigate = useNavigate();
  const path = useLocation({ select: (location) => location.pathname });
  const [openAt, setOpenAt] = useState<string | null>(null);
  const { adminCollapsed: collapsed, set } = usePrefs();
  return (
    <div
      className={cn(
        'min-h-dvh lg:grid',
        collapsed ? 'lg:grid-cols-[4.5rem_minmax(0,1fr)]' : 'lg:grid-cols-[var(--sidebar-w)_minmax(0,1fr)]',
      )}
    >
      <a
        href="#main"
        className="fixed top-2 left-2 z-(--z-tooltip) -translate-y-20 rounded-full bg-accent px-4 py-2 font-semibold text-accent-fg focus:translate-y-0"
      >
        {t('ui.skip')}
      </a>
      <div className="sticky top-0 hidden h-dvh flex-col border-line border-r bg-sunken lg:flex">
        <Sections collapsed={collapsed} onCollapse={() => set({ adminCollapsed: !collapsed })} />
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
          <SearchBox />
          <span className="hidden flex-1 md:block" />
          <span className="hidden sm:block">
            <StatusLights />
          </span>
          <NotificationButton />
          <IconButton
            label={t('admin.settings')}
            icon={Settings}
            className="max-sm:hidden"
            onClick={() => void navigate({ to: '/admin/settings' })}
          />
          <AccountMenu />
        </header>
        <MaintenanceBar />
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
                <span className="relative">
                  <Icon size={20} aria-hidden />
                  {to !== '/admin/playlists' && <CountBadge to={to} className="absolute -top-2 left-3 px-1.5" />}
                </span>
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

type SectionsProps = { collapsed?: boolean; onCollapse?: () => void };

function Sections({ collapsed = false, onCollapse }: SectionsProps) {
  return (
    <nav aria-label={t('admin.nav')} className="flex min-h-0 flex-1 flex-col">
      <div className={cn('mt-4 mb-3 flex items-center gap-2', collapsed ? 'justify-center' : 'px-5')}>
        {!collapsed && (
          <Link to="/" aria-label={t('admin.backToApp')} className="mr-auto rounded-md">
            <Wordmark />
          </Link>
        )}
        {onCollapse && (
          <IconButton
            size="sm"
            icon={collapsed ? PanelLeftOpen : PanelLeftClose}
            label={say(collapsed ? 'operator.expand' : 'operator.collapse')}
            aria-expanded={!collapsed}
            onClick={onCollapse}
          />
        )}
      </div>
      <ul className="flex-1 overflow-y-auto px-3">
        {SECTIONS.map((item) => (
          <Section key={item.to} {...item} collapsed={collapsed} />
        ))}
      </ul>
      <div className="border-line border-t p-3">
        <Button asChild variant="ghost" size="sm" className={cn(collapsed && 'px-3')}>
          <Link to="/" data-tooltip={collapsed ? t('admin.backToApp') : undefined}>
            <ArrowLeft size={16} aria-hidden />
            <span className={cn(collapsed && 'sr-only')}>{t('admin.backToApp')}</span>
          </Link>
        </Button>
      </div>
    </nav>
  );
}

function Section({ to, label, icon: Icon, collapsed }: AdminItem & { collapsed: boolean }) {
  return (
    <li>
      <Link
        to={to}
        {...active(to)}
        data-tooltip={collapsed ? t(label) : undefined}
        className="group relative flex h-10 items-center gap-3.5 rounded-md px-3 font-medium text-fg-muted text-sm transition hover:bg-line hover:text-fg aria-[current]:bg-line aria-[current]:text-fg hit"
      >
        <span className="absolute inset-y-2 left-0 w-[3px] rounded-full group-aria-[current]:bg-accent" />
        <Icon size={18} aria-hidden className="shrink-0 group-aria-[current]:text-accent-text" />
        <span className={cn('min-w-0 flex-1 truncate', collapsed && 'sr-only')}>{t(label)}</span>
        {!collapsed && <CountBadge to={to} />}
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
