import { lazy, Suspense } from 'react';
import { useSession } from '@/api/auth/session';
import { useShareDialog } from '@/lib/share';

const ShareDialog = lazy(() => import('@/features/share/share-dialog').then((m) => ({ default: m.ShareDialog })));

/** The share dialog, available on every screen. Its code loads on demand. */
export function ShareHost() {
  const wanted = useShareDialog((state) => state.item !== undefined);
  const { status } = useSession();
  if (!wanted || status !== 'signedIn') return null;
  return (
    <Suspense>
      <ShareDialog />
    </Suspense>
  );
}
