import { t } from '@/i18n/t';
import { Waiting } from '@/ui/part/waiting';
import { Spinner } from '@/ui/spinner';

/** Shown while a page's code is loading. */
export function Pending() {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <Waiting size={28} />
    </div>
  );
}

/** Shown until the session is known. */
export function Splash() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label={t('ui.loading')} size={28} />
    </div>
  );
}
