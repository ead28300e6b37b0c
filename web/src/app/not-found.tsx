import { Link } from '@tanstack/react-router';
import { t } from '@/i18n/t';
import { artOf } from '@/lib/art';
import { useShownTheme } from '@/lib/prefs';
import { Button } from '@/ui/button';

export function NotFound() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-20 text-center">
      <img src={artOf('orbit lost', useShownTheme())} alt="" className="size-40 rounded-full shadow-3" />
      <h1 className="display mt-8 text-2xl">{t('notFound.title')}</h1>
      <p className="mt-2 text-fg-muted">{t('notFound.hint')}</p>
      <Button asChild className="mt-8">
        <Link to="/">{t('notFound.home')}</Link>
      </Button>
    </div>
  );
}
