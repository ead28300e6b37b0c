import { lazy, Suspense } from 'react';
import { useSession } from '@/api/auth/session';
import { useJingleDialog } from '@/lib/jingle';

const JingleDialog = lazy(() => import('@/features/broadcast/jingle-dialog').then((m) => ({ default: m.JingleDialog })));

/** The dialog that makes a jingle of a song, available on every screen. Its code loads on demand. */
export function JingleHost() {
  const wanted = useJingleDialog((state) => state.song !== undefined);
  const { status } = useSession();
  if (!wanted || status !== 'signedIn') return null;
  return (
    <Suspense>
      <JingleDialog />
    </Suspense>
  );
}
