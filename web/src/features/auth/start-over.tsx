import { t } from '@/i18n/auth';
import { Button } from '@/ui/button';
import { startOver } from './second-step';

/** Cancels the second step. */
export function StartOver() {
  return (
    <Button variant="ghost" className="w-full" onClick={startOver}>
      {t('factor.startOver')}
    </Button>
  );
}
