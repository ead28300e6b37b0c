import { t } from '@/i18n/t';
import { Spinner } from '@/ui/spinner';

/** While a page's code is on its way. */
export function Pending() {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <Spinner label={t('ui.loading')} size={28} />
    </div>
  );
}

/** While it is not known who is here. */
export function Splash() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label={t('ui.loading')} size={28} />
    </div>
  );
}
