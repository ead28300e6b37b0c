import { useSession } from '@/api/auth/session';
import { closeJingle, useJingleDialog } from '@/lib/jingle';
import { Hosted, hostPart } from '@/ui/part/host-part';

const jingleDialog = hostPart(() => import('@/features/broadcast/jingle-dialog').then((m) => m.JingleDialog), useJingleDialog, closeJingle);

/** The dialog that makes a jingle of a song, available on every screen. Its code loads on demand. */
export function JingleHost() {
  const song = useJingleDialog((state) => state.song);
  const { status } = useSession();
  if (song === undefined || status !== 'signedIn') return null;
  return <Hosted part={jingleDialog} open={song !== null} />;
}
