import { Link } from '@tanstack/react-router';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/search';
import { Cover } from '@/ui/cover';

/** A playlist as a square card that opens it. */
export function PlaylistCard({ playlist }: { playlist: Playlist }) {
  return (
    <article data-slot="playlist-card" className="group/card relative min-w-0">
      <div className="overflow-hidden rounded-lg">
        <Cover
          url={playlist.coverUrl}
          seed={playlist.name}
          sizes="(width < 40rem) 45vw, 200px"
          className="transition duration-(--dur-3) group-hover/card:scale-[1.035]"
        />
      </div>
      <div className="mt-2 truncate leading-6">
        <Link
          to="/playlists/$playlistId"
          params={{ playlistId: playlist.id }}
          data-result
          className="font-semibold leading-6 after:absolute after:inset-0 after:rounded-lg hover:underline"
        >
          {playlist.name}
        </Link>
      </div>
      <p className="truncate text-fg-muted text-sm">
        {playlist.isOwner ? t('search.playlistOwn') : t('search.playlistBy', { name: playlist.owner.name })}
      </p>
    </article>
  );
}
