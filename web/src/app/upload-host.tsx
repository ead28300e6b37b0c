import { Suspense } from 'react';
import { useSession } from '@/api/auth/session';
import { lazily } from '@/lib/until-loaded';
import { openUpload, useUploadDialog } from '@/lib/upload';
import { Hosted, hostPart } from '@/ui/part/host-part';
import { useFileDrop } from './file-drop';

const uploadDialog = hostPart(
  () => import('@/features/upload/upload-dialog').then((m) => m.UploadDialog),
  useUploadDialog,
  () => openUpload(false),
);

const DropVeil = lazily(() => import('@/features/upload/drop-veil').then((m) => m.DropVeil));

/** Upload Music, available on every screen. Its code loads on demand. */
export function UploadHost() {
  const open = useUploadDialog((state) => state.open);
  const { status, user } = useSession();
  const over = useFileDrop(user !== null && user.role !== 'listener');
  if (status !== 'signedIn') return null;
  return (
    <>
      {open !== undefined && <Hosted part={uploadDialog} open={open} />}
      <Suspense>{over && <DropVeil />}</Suspense>
    </>
  );
}
