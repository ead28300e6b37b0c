import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useAdminArea } from '@/api/admin-area';
import { displayName, useSession } from '@/api/auth/session';
import { t } from '@/i18n/t';
import { MODIFIER, openPalette } from '@/lib/commands';
import { firstScreen } from '@/lib/first-screen';
import { lazily } from '@/lib/until-loaded';
import { Avatar } from '@/ui/avatar';
import { Wordmark } from '@/ui/mark';
import { ADMIN, FOOT, GROUPS, type NavItem } from './nav-items';
import { UnreadCount } from './unread-count';

/** The content of the sidebar, fixed on wide screens and in the drawer on small ones. */
export function Sidebar({ close }: { close?: ReactNode }) {
  const hasAdminArea = useAdminArea();
  return (
    <>
      <div className="flex h-14 shrink-0 items-center justify-between pr-3 pl-5">
        <Link to="/" aria-label={t('nav.home')} className="rounded-md">
          <Wordmark />
        </Link>
        {close}
      </div>
      {!close && <Commands />}
      <nav aria-label={t('nav.label')} className="flex min-h-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-4 [scrollbar-width:thin]">
          {GROUPS.map((group) => (
            <div key={group.label ?? 'main'} className="mt-1 first:mt-0">
              {group.label && <h2 className="px-3 pt-2.5 pb-1.5 font-semibold text-fg-faint text-xs">{t(group.label)}</h2>}
              <ul>
                {group.items.map((item) => (
                  <NavLink key={item.to} {...item} />
                ))}
              </ul>
            </div>
          ))}
          <Playlists />
        </div>
        <div className="border-line border-t px-3 py-1.5">
          <ul>
            {FOOT.filter(({ to }) => to !== ADMIN || hasAdminArea).map((item) => (
              <NavLink key={item.to} {...item} />
            ))}
          </ul>
          <ProfileLink />
        </div>
      </nav>
    </>
  );
}

const PlaylistLinks = lazily(() => firstScreen().then(() => import('./playlist-links').then((m) => m.PlaylistLinks)));

/** Not part of the first load: everything above works without it. */
function Playlists() {
  if (useSession().status !== 'signedIn') return null;
  return (
    <Suspense>
      <PlaylistLinks />
    </Suspense>
  );
}

/** Opens the command palette for people who do not know its keys. */
function Commands() {
  return (
    <button
      type="button"
      onClick={openPalette}
      className="mx-3 mb-1.5 flex h-9 shrink-0 items-center justify-between gap-2 rounded-md border border-line px-3 text-fg-muted text-sm transition hover:border-line-strong hover:text-fg hit"
    >
      <span className="truncate">{t('nav.commands')}</span>
      <kbd aria-hidden className="font-sans text-fg-faint text-xs">
        {MODIFIER} K
      </kbd>
    </button>
  );
}

function NavLink({ to, otherPage, label, icon: Icon }: NavItem) {
  const isOnOtherPage = useLocation({ select: ({ pathname }) => pathname === otherPage });
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        activeProps={{ 'aria-current': 'page' }}
        aria-current={isOnOtherPage ? 'page' : undefined}
        className="group relative flex h-9 items-center gap-3.5 rounded-md px-3 font-medium text-fg-muted text-sm transition hover:bg-line hover:text-fg aria-[current]:bg-line aria-[current]:text-fg hit"
      >
        <span className="absolute inset-y-2 left-0 w-[3px] rounded-full group-aria-[current]:bg-accent" />
        <Icon size={18} aria-hidden className="shrink-0 group-aria-[current]:text-accent-text" />
        {t(label)}
        {to === '/updates' && <UnreadCount />}
      </Link>
    </li>
  );
}

function ProfileLink() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Link
      to="/profile"
      activeProps={{ 'aria-current': 'page' }}
      className="flex items-center gap-3 rounded-md px-2 py-1.5 transition hover:bg-surface"
    >
      <Avatar user={user} className="size-9 text-sm" />
      <span className="min-w-0">
        <span className="block truncate font-semibold text-sm">{displayName(user)}</span>
        <span className="block truncate text-fg-faint text-xs">{t(`nav.role.${user.role}`)}</span>
      </span>
    </Link>
  );
}
