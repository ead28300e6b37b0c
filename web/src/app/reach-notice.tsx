import { useReach } from '@/api/reach';
import { t } from '@/i18n/t';
import { Spinner } from '@/ui/spinner';

/** Says on every page that the server is away. It goes by itself when the server is back. */
export function ReachNotice() {
  const lost = useReach((reach) => reach.lost) && navigator.onLine; // the shell has a notice for being offline
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 top-2 z-(--z-toast) flex justify-center">
      {lost && (
        <p className="flex animate-pop-in items-center gap-2.5 rounded-full border border-warning bg-surface-2 px-4 py-2.5 font-semibold text-sm shadow-3">
          <Spinner size={16} />
          {t('ui.lost')}
        </p>
      )}
    </div>
  );
}
