import { useEffect } from 'react';
import { useSession } from '@/api/auth/session';
import { whenIdle } from '@/lib/idle';
import { canDownload, useOffline } from '@/lib/offline';
import { INDEX_CACHE } from '@/lib/offline-keys';

/** Installs the service worker and manages the signed-in person's downloads. The downloader's code loads once there is something to do. */
export function OfflineHost() {
  const session = useSession();
  const account = session.status === 'signedIn' ? session.user.id : null;
  const wanted = useOffline(({ active }) => active);
  useEffect(() => whenIdle(install), []);
  useEffect(() => {
    if (account !== null && canDownload()) look().catch((error: unknown) => console.error('downloads', error));
  }, [account]);
  useEffect(() => {
    if (account === null || !wanted) return;
    let stop = () => {};
    let left = false;
    const start = async () => {
      const { keepDownloads } = await import('@/features/downloads/keep-downloads');
      if (!left) stop = await keepDownloads(account);
      if (left) stop();
    };
    start().catch((error: unknown) => console.error('downloads', error));
    return () => {
      left = true;
      stop();
    };
  }, [account, wanted]);
  return null;
}

/** Whether this browser has downloads to manage. */
async function look(): Promise<void> {
  if (await caches.has(INDEX_CACHE)) useOffline.setState({ active: true });
  else useOffline.setState(({ downloads }) => ({ downloads: downloads ?? {} }));
}

function install(): void {
  if (!import.meta.env.PROD || !canDownload()) return;
  navigator.serviceWorker
    .register('/sw.js')
    .catch((error: unknown) => console.warn('No offline start: the service worker was refused.', error));
}
