import { lazy, Suspense } from 'react';
import { useSession } from '@/api/session';
import { useUploadDialog } from '@/lib/upload';

const UploadDialog = lazy(() => import('@/features/upload/upload-dialog').then((m) => ({ default: m.UploadDialog })));

/** Upload Music, over whatever page asked for it. Its code is loaded then. */
export function UploadHost() {
  const wanted = useUploadDialog((state) => state.open !== undefined);
  const { status } = useSession();
  if (!wanted || status !== 'signedIn') return null;
  return (
    <Suspense>
      <UploadDialog />
    </Suspense>
  );
}
