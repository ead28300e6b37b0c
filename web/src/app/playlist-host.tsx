import { lazy, Suspense } from 'react';
import { useSession } from '@/api/auth/session';
import { usePlaylistDialog } from '@/lib/playlists';

const PlaylistDialogs = lazy(() => import('@/features/playlists/playlist-dialogs').then((m) => ({ default: m.PlaylistDialogs })));

/** The playlist dialogs, available on every screen. Their code loads on demand. */
export function PlaylistHost() {
  const wanted = usePlaylistDialog((state) => state.open !== undefined);
  const { status } = useSession();
  if (!wanted || status !== 'signedIn') return null;
  return (
    <Suspense>
      <PlaylistDialogs />
    </Suspense>
  );
}
