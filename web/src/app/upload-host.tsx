import { lazy, Suspense } from 'react';
import { useSession } from '@/api/auth/session';
import { useUploadDialog } from '@/lib/upload';
import { useFileDrop } from './file-drop';

const UploadDialog = lazy(() => import('@/features/upload/upload-dialog').then((m) => ({ default: m.UploadDialog })));

const DropVeil = lazy(() => import('@/features/upload/drop-veil').then((m) => ({ default: m.DropVeil })));

/** Upload Music, available on every screen. Its code loads on demand. */
export function UploadHost() {
  const wanted = useUploadDialog((state) => state.open !== undefined);
  const { status, user } = useSession();
  const over = useFileDrop(user !== null && user.role !== 'listener');
  if (status !== 'signedIn') return null;
  return (
    <Suspense>
      {wanted && <UploadDialog />}
      {over && <DropVeil />}
    </Suspense>
  );
}
