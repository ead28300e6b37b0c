import { t } from '@/i18n/t';
import { Button } from '../button';

export type Retry = { isPending: boolean; onRetry: () => void };

/** In place of a part of the page that the server did not send. */
export function NotSent({ isPending, onRetry }: Retry) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-fg-muted text-sm">
      <p role="status">{t('part.text')}</p>
      <Button size="sm" variant="secondary" pending={isPending} onClick={onRetry}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
}
