import type { SoundFilter } from '@/things/track/queries';

/** What the address says of the library: its open section, order and filters. Sections change it with `set`. */
export type LibrarySearch = {
  [name in 'tab' | 'sort' | 'genre' | 'folder' | 'yearFrom' | 'yearTo' | 'ratingMin']?: string;
} & SoundFilter;
export type SectionProps = { search: LibrarySearch; set: (change: LibrarySearch) => void };
