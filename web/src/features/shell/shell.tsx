import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useSession } from '@/api/auth/session';
import type { User } from '@/api/types';
import { t } from '@/i18n/t';
import { usePrefs } from '@/lib/prefs';
import { lazily } from '@/lib/until-loaded';
import { PlayerBar } from '@/player/view/player-bar';
import { QueuePanel } from '@/player/view/queue/queue-panel';
import { MaintenanceBar } from '@/things/maintenance/maintenance-bar';
import { OfflineNotice } from './offline-notice';
import { Sidebar } from './sidebar';
import { TabBar } from './tab-bar';
import { TopBar } from './top-bar';

/** The frame around a member's pages: navigation on the left, the queue on the right and the player at the bottom. The window scrolls. */
export function Shell() {
  const panelOpen = usePrefs((prefs) => prefs.panelOpen);
  return (
    <div className="shell min-h-dvh lg:grid lg:grid-cols-[var(--sidebar-w)_minmax(0,1fr)] xl:grid-cols-[var(--sidebar-w)_minmax(0,1fr)_auto]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-(--z-tooltip) -translate-y-20 rounded-full bg-accent px-4 py-2 font-semibold text-accent-fg focus:translate-y-0"
      >
        {t('ui.skip')}
      </a>
      <header className="sticky top-0 hidden h-[calc(100dvh-var(--bars-h))] flex-col border-line border-r bg-sunken pt-1 lg:flex">
        <Sidebar />
      </header>
      <div className="relative min-w-0">
        <div className="ambient pointer-events-none absolute inset-x-0 top-0 h-[480px]" />
        <TopBar />
        <Notice />
        <MaintenanceBar />
        <OfflineNotice />
        <Main />
      </div>
      <aside
        aria-label={t('nav.panel')}
        className="sticky top-0 hidden h-[calc(100dvh-var(--bars-h))] w-(--panel-w) overflow-y-auto border-line border-l bg-sunken empty:hidden xl:block xl:empty:hidden"
      >
        {panelOpen && <QueuePanel />}
      </aside>
      <PlayerBar />
      <TabBar />
    </div>
  );
}

const AccountNotice = lazily(() => import('./account-notice').then((m) => m.AccountNotice));

/** Notices that few people see load on demand. */
function Notice() {
  const user: User | null = useSession().user;
  if (!user?.deleteAt && !user?.factorDueAt) return null;
  return (
    <Suspense>
      <AccountNotice user={user} />
    </Suspense>
  );
}

/** The page. Navigation moves the focus here, so that keyboards and screen readers start at its top. */
function Main() {
  const main = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="@container relative mx-auto max-w-[1500px] px-4 pt-2 pb-[calc(var(--bars-h)+40px)] outline-none md:px-8 lg:pt-5"
    >
      <Outlet />
    </main>
  );
}
