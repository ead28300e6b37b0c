import { useSession } from '@/api/auth/session';
import { closeShare, useShareDialog } from '@/lib/share';
import { Hosted, hostPart } from '@/ui/part/host-part';

const shareDialog = hostPart(() => import('@/features/share/share-dialog').then((m) => m.ShareDialog), useShareDialog, closeShare);

/** The share dialog, available on every screen. Its code loads on demand. */
export function ShareHost() {
  const item = useShareDialog((state) => state.item);
  const { status } = useSession();
  if (item === undefined || status !== 'signedIn') return null;
  return <Hosted part={shareDialog} open={item !== null} />;
}
