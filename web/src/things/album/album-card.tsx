import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Album } from '@/api/types';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { usePlayer } from '@/player/view/use-player';
import { ArtistLink } from '@/things/page/names';
import { PlayBadge } from '@/things/play/play-button';
import { usePlayAll } from '@/things/play/playback';
import { Cover } from '@/ui/cover';
import { albumQuery } from './queries';

type AlbumCardProps = {
  album: Album;
  tabIndex?: number;
  /** The text under the title: the artist, or the year on the artist's own page. */
  caption?: 'artist' | 'year';
};

/** An album as a square card: the card opens it, the play button on its cover plays it. */
export function AlbumCard({ album, tabIndex, caption = 'artist' }: AlbumCardProps) {
  const { state, toggle } = usePlayAlbum(album);
  return (
    <article data-slot="album-card" className="group/card relative min-w-0">
      <div className="relative">
        <div className="overflow-hidden rounded-lg">
          <Cover
            url={album.coverImageUrl}
            seed={album.title}
            sizes="(width < 40rem) 45vw, 200px"
            className="transition duration-(--dur-3) group-hover/card:scale-[1.035]"
          />
        </div>
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={
            state === 'playing'
              ? t('track.pauseNamed', { title: album.title, artist: album.artist })
              : t('track.playFrom', { title: album.title })
          }
          onClick={toggle}
          className="group/play absolute right-0 bottom-0 z-1 size-[46%] rounded-lg"
        >
          <PlayBadge state={state} size="sm" />
        </button>
      </div>
      <div className="mt-2 flex leading-6">
        <Link
          to="/albums/$albumId"
          params={{ albumId: album.id }}
          tabIndex={tabIndex}
          data-primary
          data-result
          className={cn(
            'min-w-0 truncate font-semibold after:absolute after:inset-0 after:rounded-lg hover:underline',
            state !== 'stopped' && 'text-accent-text',
          )}
        >
          {album.title || t('track.unknownAlbum')}
        </Link>
      </div>
      <div className="flex items-baseline justify-between gap-2 text-fg-muted text-sm">
        {caption === 'artist' ? (
          <ArtistLink name={album.artist} id={album.artistId} tabIndex={tabIndex} className="relative z-1 min-w-0" />
        ) : (
          <span>{t('library.trackCount', { n: album.trackCount })}</span>
        )}
        {album.year !== null && <span className="tnum shrink-0">{album.year}</span>}
      </div>
    </article>
  );
}

function usePlayAlbum(album: Album) {
  const client = useQueryClient();
  const player = usePlayer();
  const playAll = usePlayAll(
    async () => {
      const { tracks } = await client.fetchQuery(albumQuery(album.id));
      return { tracks, total: tracks.length };
    },
    { kind: 'album', title: album.title, href: `/albums/${album.id}` },
  );
  const loaded = player.current?.details.albumId === album.id;
  const state = !loaded ? ('stopped' as const) : player.isPlaying ? ('playing' as const) : ('paused' as const);
  return { state, toggle: () => (loaded ? player.toggle() : void playAll('inOrder')) };
}
