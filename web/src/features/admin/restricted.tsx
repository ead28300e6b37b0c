import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { langOf, t } from '@/i18n/admin';
import { Button } from '@/ui/button';

/** Shown without permission: visitors can sign in, members without the role can only go back. */
export function Restricted({ signedIn }: { signedIn: boolean }) {
  const lang = langOf('admin.restricted.title');
  return (
    <main lang={lang} className="grid min-h-dvh place-items-center px-4">
      <div className="w-full max-w-md rounded-xl border border-line bg-surface p-8 text-center shadow-2">
        <span className="mx-auto grid size-14 place-items-center rounded-full bg-surface-3 text-accent-text">
          <ShieldAlert size={26} aria-hidden />
        </span>
        <h1 className="display mt-5 text-xl">{t('admin.restricted.title')}</h1>
        <p className="mt-2 text-fg-muted">{signedIn ? t('admin.restricted.noPermission') : t('admin.restricted.text')}</p>
        <div className="mt-7 grid gap-3">
          {!signedIn && (
            <>
              <Button asChild>
                <Link to="/login">{t('admin.restricted.signIn')}</Link>
              </Button>
              <Button asChild variant="secondary">
                <Link to="/register">{t('admin.restricted.register')}</Link>
              </Button>
            </>
          )}
          <Button asChild variant={signedIn ? 'primary' : 'ghost'}>
            <Link to="/">{t('admin.restricted.home')}</Link>
          </Button>
        </div>
      </div>
    </main>
  );
}
