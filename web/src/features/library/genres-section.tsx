import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Tags } from 'lucide-react';
import type { Genre } from '@/api/types';
import { t } from '@/i18n/lists';
import { artOf, paletteOf } from '@/lib/art';
import { LibraryFrame } from '@/things/library/library-frame';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { genresQuery } from './queries';

const TILES = 'grid grid-cols-2 gap-3 @xl:grid-cols-3 @3xl:grid-cols-4 @6xl:grid-cols-5 @md:gap-4';

export function GenresSection() {
  const genres = useQuery(genresQuery);
  return (
    <LibraryFrame section="genres" title={t('library.title')} lead={genres.data && t('library.genreCount', { n: genres.data.length })}>
      <QueryView
        query={genres}
        skeleton={<TilesSkeleton />}
        empty={<EmptyState icon={Tags} title={t('library.noGenres')} text={t('library.noGenresText')} />}
      >
        {(items) => (
          <ul className={TILES}>
            {items.map((genre) => (
              <li key={genre.name}>
                <Tile genre={genre} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </LibraryFrame>
  );
}

/** The drawn art keeps its own colours in both themes; the text is on its two darkest. */
function Tile({ genre }: { genre: Genre }) {
  const [ground, deep] = paletteOf(genre.name);
  return (
    <Link
      to="/library"
      search={{ tab: 'tracks', genre: genre.name }}
      className="group/tile relative flex h-28 flex-col justify-between overflow-hidden rounded-lg p-4 text-white"
      style={{ background: `linear-gradient(120deg, ${ground} 40%, ${deep})` }}
    >
      <span className="display relative z-1 line-clamp-2 pr-6 text-base leading-tight @xl:pr-14 @xl:text-lg">{genre.name}</span>
      <span className="tnum relative z-1 text-sm text-white">{t('library.trackCount', { n: genre.trackCount })}</span>
      <img
        src={artOf(genre.name)}
        alt=""
        className="absolute -right-7 -bottom-7 size-20 rotate-[18deg] rounded-md shadow-2 @xl:-right-4 @xl:-bottom-5 @xl:size-24 transition duration-(--dur-3) group-hover/tile:rotate-[10deg] group-hover/tile:scale-105"
      />
    </Link>
  );
}

function TilesSkeleton() {
  return (
    <div role="status" aria-label={t('ui.loading')} className={TILES}>
      {Array.from({ length: 8 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <Skeleton key={i} className="h-28" />
      ))}
    </div>
  );
}
