import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import type { LibraryTab } from '@/features/tracks/library-frame';
import type { SoundFilter } from '@/features/tracks/queries';
import { AlbumsSection } from './albums-section';
import { ArtistsSection } from './artists-section';
import { GenresSection } from './genres-section';
import { PlaylistsSection } from './playlists-section';
import { TracksSection } from './tracks-section';

const TABS: readonly LibraryTab[] = ['albums', 'artists', 'tracks', 'genres'];

/** What the address says of the library: its open section, order, genre and filter. Sections change it with `set`. */
export type LibrarySearch = { tab?: string; sort?: string; genre?: string } & SoundFilter;
export type SectionProps = { search: LibrarySearch; set: (change: LibrarySearch) => void };

/** /library and /playlists. Liked songs, the third entry to the same screen, have a page of their own. */
export function LibraryPage() {
  const path = useLocation({ select: (location) => location.pathname });
  const search: LibrarySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: LibrarySearch) =>
    void navigate({ to: '/library', search: { ...search, ...change }, replace: true, resetScroll: false });
  if (path.startsWith('/playlists')) return <PlaylistsSection />;
  const Section = SECTIONS[TABS.find((tab) => tab === search.tab) ?? 'albums'];
  return <Section search={search} set={set} />;
}

const SECTIONS = { albums: AlbumsSection, artists: ArtistsSection, tracks: TracksSection, genres: GenresSection };
