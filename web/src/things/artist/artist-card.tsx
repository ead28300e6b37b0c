import { Link } from '@tanstack/react-router';
import type { Artist } from '@/api/types';
import { t } from '@/i18n/t';
import { Cover } from '@/ui/cover';

/** An artist as a round image with the name below. */
export function ArtistCard({ artist, tabIndex }: { artist: Artist; tabIndex?: number }) {
  return (
    <article data-slot="artist-card" className="group/card relative min-w-0 text-center">
      <div className="overflow-hidden rounded-full">
        <Cover
          round
          url={artist.coverImageUrl}
          seed={artist.name}
          sizes="(width < 40rem) 45vw, 200px"
          className="transition duration-(--dur-3) group-hover/card:scale-[1.035]"
        />
      </div>
      <div className="mt-2 flex justify-center leading-6">
        <Link
          to="/artists/$artistId"
          params={{ artistId: artist.id }}
          tabIndex={tabIndex}
          data-primary
          data-result
          className="min-w-0 truncate font-semibold after:absolute after:inset-0 after:rounded-lg hover:underline"
        >
          {artist.name || t('track.unknownArtist')}
        </Link>
      </div>
      <p className="truncate text-fg-muted text-sm">
        {artist.albumCount > 0 ? t('library.albumCount', { n: artist.albumCount }) : t('library.trackCount', { n: artist.trackCount })}
      </p>
    </article>
  );
}
