import { Link } from '@tanstack/react-router';
import { t } from '@/i18n/t';
import { TABS } from './nav-items';

export function TabBar() {
  return (
    <nav
      aria-label={t('nav.tabs')}
      className="fixed inset-x-0 bottom-0 z-(--z-bar) border-line border-t bg-sunken pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid h-(--tabbar-h) grid-cols-4">
        {TABS.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              className="flex h-full flex-col items-center justify-center gap-1 font-medium text-2xs text-fg-faint aria-[current]:text-fg"
            >
              <Icon size={21} aria-hidden />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
