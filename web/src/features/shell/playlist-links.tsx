import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { newestPlaylistsQuery } from '@/api/playlists';
import { t } from '@/i18n/playlists';
import { openNewPlaylist } from '@/lib/playlists';
import { PlaylistDrop } from '@/things/playlist/playlist-drop';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';

const SHOWN = 12;

/** The newest playlists in the sidebar. Songs dropped on a name are added. */
export function PlaylistLinks() {
  const { data } = useQuery(newestPlaylistsQuery(SHOWN));
  return (
    <div className="mt-1">
      <div className="flex items-center justify-between pt-1 pr-1 pl-3">
        <h2 className="font-semibold text-fg-faint text-xs">
          <Link to="/playlists" className="inline-block leading-6 hover:text-fg hover:underline">
            {t('playlists.short')}
          </Link>
        </h2>
        <IconButton icon={Plus} size="sm" label={t('playlist.add.new')} onClick={() => openNewPlaylist()} />
      </div>
      <ul>
        {data?.map((playlist) => (
          <li key={playlist.id}>
            <PlaylistDrop playlist={playlist}>
              <Link
                to="/playlists/$playlistId"
                params={{ playlistId: playlist.id }}
                activeProps={{ 'aria-current': 'page' }}
                className="flex h-9 items-center gap-3 rounded-md px-3 text-fg-muted text-sm transition hover:bg-line hover:text-fg aria-[current]:bg-line aria-[current]:text-fg hit"
              >
                <Cover url={playlist.coverUrl} seed={playlist.name} sizes="24px" className="size-6 rounded-sm!" />
                <span className="truncate">{playlist.name}</span>
              </Link>
            </PlaylistDrop>
          </li>
        ))}
      </ul>
    </div>
  );
}
