import type { SoundFilter } from '@/things/track/queries';

/** The library's state in the address: section, sort order and filters. Sections change it with `set`. */
export type LibrarySearch = {
  [name in 'tab' | 'sort' | 'genre' | 'folder' | 'yearFrom' | 'yearTo' | 'ratingMin']?: string;
} & SoundFilter;
export type SectionProps = { search: LibrarySearch; set: (change: LibrarySearch) => void };
