import { useSession } from '@/api/auth/session';
import { closePlaylistDialog, usePlaylistDialog } from '@/lib/playlists';
import { Hosted, hostPart } from '@/ui/part/host-part';

const playlistDialogs = hostPart(
  () => import('@/features/playlists/playlist-dialogs').then((m) => m.PlaylistDialogs),
  usePlaylistDialog,
  closePlaylistDialog,
);

/** The playlist dialogs, available on every screen. Their code loads on demand. */
export function PlaylistHost() {
  const wanted = usePlaylistDialog((state) => state.open !== undefined);
  const { status } = useSession();
  if (status !== 'signedIn') return null;
  return <Hosted part={playlistDialogs} open={wanted} />;
}
