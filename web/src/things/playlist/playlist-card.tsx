import { Link } from '@tanstack/react-router';
import { Users, WandSparkles } from 'lucide-react';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { cn } from '@/lib/cn';
import { usePlayer } from '@/player/view/use-player';
import { PlayBadge } from '@/things/play/play-button';
import { usePlayAll } from '@/things/play/playback';
import { Cover } from '@/ui/cover';
import { contextOf, loadEntries } from './play-entries';
import { PlaylistDrop } from './playlist-drop';
import { Visibility } from './visibility';

/** A playlist as a square card: it opens the playlist, its play button plays it, and dropping songs on it adds them. */
export function PlaylistCard({ playlist, tabIndex }: { playlist: Playlist; tabIndex?: number }) {
  const { state, toggle } = usePlayPlaylist(playlist);
  const isSmart = playlist.kind === 'smart';
  return (
    <PlaylistDrop playlist={playlist}>
      <article data-slot="playlist-card" className="group/card relative min-w-0">
        <div className="relative">
          <div className="overflow-hidden rounded-lg">
            <Cover
              url={playlist.coverUrl}
              seed={playlist.name}
              sizes="(width < 40rem) 45vw, 200px"
              className="transition duration-(--dur-3) group-hover/card:scale-[1.035]"
            />
          </div>
          {playlist.trackCount > 0 && (
            <button
              type="button"
              tabIndex={tabIndex}
              aria-label={t('track.playFrom', { title: playlist.name })}
              aria-pressed={state === 'playing'}
              onClick={toggle}
              className="group/play absolute right-0 bottom-0 z-1 size-[46%] rounded-lg"
            >
              <PlayBadge state={state} size="sm" />
            </button>
          )}
        </div>
        <div className="mt-2 flex leading-6">
          <Link
            to="/playlists/$playlistId"
            params={{ playlistId: playlist.id }}
            tabIndex={tabIndex}
            data-primary
            className={cn(
              'min-w-0 truncate font-semibold after:absolute after:inset-0 after:rounded-lg hover:underline',
              state !== 'stopped' && 'text-accent-text',
            )}
          >
            {playlist.name}
          </Link>
        </div>
        <div className="flex items-center justify-between gap-2 text-fg-muted text-sm">
          <span className="truncate">
            {playlist.isOwner ? t('library.trackCount', { n: playlist.trackCount }) : t('playlist.by', { name: playlist.owner.name })}
          </span>
          <span className="flex shrink-0 items-center gap-1.5">
            {isSmart && <WandSparkles size={14} role="img" aria-label={t('playlist.smart')} />}
            {playlist.isCollaborative && <Users size={14} role="img" aria-label={t('playlist.shared')} />}
            <Visibility isPublic={playlist.isPublic} size={14} />
          </span>
        </div>
      </article>
    </PlaylistDrop>
  );
}

function usePlayPlaylist(playlist: Playlist) {
  const player = usePlayer();
  const context = contextOf(playlist);
  const playAll = usePlayAll(loadEntries(playlist.id), context);
  const loaded = player.current !== null && player.queue?.context?.href === context.href;
  const state = !loaded ? ('stopped' as const) : player.isPlaying ? ('playing' as const) : ('paused' as const);
  return { state, toggle: () => (loaded ? player.toggle() : void playAll('inOrder')) };
}
