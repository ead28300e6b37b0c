import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { t } from '@/i18n/t';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

/** Replaces a page that threw an error; the shell and the player around it stay. */
export function Crash({ error, reset }: ErrorComponentProps) {
  console.error(error);
  return (
    <div className="mx-auto max-w-2xl px-4 py-16">
      <EmptyState
        icon={TriangleAlert}
        title={t('crash.title')}
        text={t('crash.text')}
        action={
          <>
            <Button onClick={reset}>{t('ui.tryAgain')}</Button>
            <Button asChild variant="secondary">
              <Link to="/">{t('notFound.home')}</Link>
            </Button>
          </>
        }
      />
    </div>
  );
}
