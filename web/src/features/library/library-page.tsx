import { useNavigate, useSearch } from '@tanstack/react-router';
import type { LibraryTab } from '@/features/tracks/library-frame';
import type { SoundFilter } from '@/features/tracks/queries';
import { AlbumsSection } from './albums-section';
import { ArtistsSection } from './artists-section';
import { FoldersSection } from './folders-section';
import { GenresSection } from './genres-section';
import { RecentSection } from './recent-section';
import { TracksSection } from './tracks-section';
import { YearsSection } from './years-section';

/** What the address says of the library: its open section, order and filters. Sections change it with `set`. */
export type LibrarySearch = {
  [name in 'tab' | 'sort' | 'genre' | 'folder' | 'yearFrom' | 'yearTo' | 'ratingMin']?: string;
} & SoundFilter;
export type SectionProps = { search: LibrarySearch; set: (change: LibrarySearch) => void };

/** /library. Liked songs and playlists, the other entries to the same screen, have pages of their own. */
export function LibraryPage() {
  const search: LibrarySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: LibrarySearch) =>
    void navigate({ to: '/library', search: { ...search, ...change }, replace: true, resetScroll: false });
  const Section = SECTIONS[(search.tab ?? '') as LibraryTab] ?? AlbumsSection;
  return <Section search={search} set={set} />;
}

const SECTIONS = {
  albums: AlbumsSection,
  artists: ArtistsSection,
  tracks: TracksSection,
  genres: GenresSection,
  folders: FoldersSection,
  years: YearsSection,
  recent: RecentSection,
};
