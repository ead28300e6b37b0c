import { messageOf } from '@/api/error';
import { t } from '@/i18n/auth';
import { Button } from '@/ui/button';

/** Something went wrong on the way: what, and once more. */
export function Failed({ error, again }: { error: Error; again: () => void }) {
  return (
    <div className="grid gap-5">
      <p role="alert">{messageOf(error, t('ui.loadFailedText'))}</p>
      <Button size="lg" variant="secondary" onClick={again}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
}
