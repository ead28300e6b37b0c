import { messageOf } from '@/api/error';
import { t } from '@/i18n/auth';
import { Button } from '@/ui/button';

/** Shows an error with a button to try again. */
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
