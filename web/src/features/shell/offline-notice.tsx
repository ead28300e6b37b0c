import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { t } from '@/i18n/t';

/** Says that there is no network, with a link to the downloads. */
export function OfflineNotice() {
  const online = useSyncExternalStore(watch, () => navigator.onLine);
  return (
    <div role="status" className="contents">
      {!online && (
        <p className="relative mx-4 mt-2 flex flex-wrap gap-x-3 rounded-lg border border-line bg-surface px-4 py-2.5 text-sm md:mx-8 lg:mt-4">
          {t('ui.offlineNotice')}
          <Link to="/downloads" className="font-semibold text-accent-text underline">
            {t('title.downloads')}
          </Link>
        </p>
      )}
    </div>
  );
}

function watch(listener: () => void): () => void {
  for (const type of ['online', 'offline']) addEventListener(type, listener);
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, listener);
  };
}
