import { Link, Outlet } from '@tanstack/react-router';
import { t } from '@/i18n/landing';
import { PlayerBar } from '@/player/view/player-bar';
import { Button } from '@/ui/button';
import { Wordmark } from '@/ui/mark';

/** Wraps the page of a public station, song or mix for visitors. */
export function VisitorStation() {
  return (
    <div className="mx-auto min-h-dvh max-w-6xl px-4 pb-[calc(var(--bars-h)+40px)] md:px-7">
      <header className="flex h-18 items-center justify-between">
        <Link to="/" aria-label={t('nav.home')} className="rounded-md">
          <Wordmark size={34} />
        </Link>
        <Button asChild variant="ghost">
          <Link to="/login">{t('landing.signIn')}</Link>
        </Button>
      </header>
      <main className="@container pt-2">
        <Outlet />
      </main>
      <PlayerBar />
    </div>
  );
}
