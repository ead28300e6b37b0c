import { Link } from '@tanstack/react-router';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';

type NameLinkProps = { name: string; id: string | null; tabIndex?: number; className?: string };

/** A line of 24 px is large enough for a finger or an unsteady mouse. */
const look = 'truncate leading-6 hover:text-fg hover:underline';

/** An artist's name, linked if the artist is known. */
export function ArtistLink({ name, id, tabIndex, className }: NameLinkProps) {
  const text = name || t('track.unknownArtist');
  if (id === null) return <span className={cn('truncate leading-6', className)}>{text}</span>;
  return (
    <Link draggable={false} to="/artists/$artistId" params={{ artistId: id }} tabIndex={tabIndex} className={cn(look, className)}>
      {text}
    </Link>
  );
}

/** An album's title, linked if there is an album. */
export function AlbumLink({ name, id, tabIndex, className }: NameLinkProps) {
  if (id === null) return <span className={cn('truncate leading-6', className)}>{name}</span>;
  return (
    <Link draggable={false} to="/albums/$albumId" params={{ albumId: id }} tabIndex={tabIndex} className={cn(look, className)}>
      {name || t('track.unknownAlbum')}
    </Link>
  );
}
