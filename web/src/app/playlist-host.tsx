import { lazy, Suspense } from 'react';
import { useSession } from '@/api/session';
import { usePlaylistDialog } from '@/lib/playlists';

const PlaylistDialogs = lazy(() => import('@/features/playlists/playlist-dialogs').then((m) => ({ default: m.PlaylistDialogs })));

/** The dialogs about playlists, over whatever screen asked for one. Their code is loaded then. */
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
