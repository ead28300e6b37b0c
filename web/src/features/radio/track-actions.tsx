import { ListPlus } from 'lucide-react';
import { useSession } from '@/api/auth/session';
import type { Track } from '@/api/types';
import { t } from '@/i18n/radio';
import { openAddToPlaylist } from '@/lib/playlists';
import { LikeButton } from '@/things/track/like-button';
import { IconButton } from '@/ui/icon-button';

/** A member's actions for a library song that a station plays. */
export function TrackActions({ track }: { track: Track | null | undefined }) {
  const signedIn = useSession().status === 'signedIn';
  if (!track || !signedIn) return null;
  return (
    <>
      <LikeButton track={track} />
      <IconButton icon={ListPlus} label={t('station.addToPlaylist')} onClick={() => openAddToPlaylist([track])} />
    </>
  );
}
