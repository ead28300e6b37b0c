import { t } from '@/i18n/auth';
import { Button } from '@/ui/button';
import { startOver } from './second-step';

/** Gives the second step up. */
export function StartOver() {
  return (
    <Button variant="ghost" className="w-full" onClick={startOver}>
      {t('factor.startOver')}
    </Button>
  );
}
