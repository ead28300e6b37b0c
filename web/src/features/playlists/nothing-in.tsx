import { Link } from '@tanstack/react-router';
import { ListMusic } from 'lucide-react';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { PlaylistDrop } from '@/things/playlist/playlist-drop';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

/** The empty state of a playlist; accepts dropped songs if the person can edit it. */
export function NothingIn({ playlist }: { playlist: Playlist }) {
  const isSmart = playlist.kind === 'smart';
  const empty = (
    <EmptyState
      icon={ListMusic}
      title={t(isSmart ? 'playlist.emptySmart' : 'playlist.empty')}
      text={t(isSmart ? 'playlist.emptySmartText' : playlist.canEdit ? 'playlist.emptyText' : 'playlist.emptyOther')}
      action={
        <Button asChild variant="secondary">
          <Link to="/library" search={{ tab: 'tracks' }}>
            {t('library.browse')}
          </Link>
        </Button>
      }
    />
  );
  return playlist.canEdit && !isSmart ? <PlaylistDrop playlist={playlist}>{empty}</PlaylistDrop> : empty;
}
