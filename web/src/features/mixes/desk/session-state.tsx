import { useHasLapsed } from '@/api/auth/session';
import { t } from '@/i18n/desk';
import { Button } from '@/ui/button';

/** Says that the session has ended while the decks play on. Signing in happens in another tab, because this one would have to stop them. */
export function SessionState() {
  if (!useHasLapsed()) return null;
  return (
    <div role="alert" className="desk-air">
      <span className="desk-air-state">{t('desk.lapsed')}</span>
      <Button asChild size="sm">
        <a href="/login" target="_blank" rel="noopener">
          {t('desk.lapsedSignIn')}
        </a>
      </Button>
    </div>
  );
}
