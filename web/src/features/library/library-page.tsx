import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { t } from '@/i18n/browse';
import { lazily } from '@/lib/until-loaded';
import { LibraryFrame, type LibraryTab } from '@/things/library/library-frame';
import { CoverGridSkeleton } from '@/things/list/cover-grid';
import { AlbumsSection } from './albums-section';
import type { LibrarySearch, SectionProps } from './section';

/** /library. Liked songs and playlists use the same screen but have their own pages. */
export function LibraryPage() {
  const search: LibrarySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: LibrarySearch) =>
    void navigate({ to: '/library', search: { ...search, ...change }, replace: true, resetScroll: false });
  const tab = search.tab && Object.hasOwn(SECTIONS, search.tab) ? (search.tab as LibraryTab) : 'albums';
  const Section = SECTIONS[tab];
  return (
    <Suspense fallback={<Coming section={tab} />}>
      <Section search={search} set={set} />
    </Suspense>
  );
}

/** The frame stays while the code of a section loads. */
const Coming = ({ section }: { section: LibraryTab }) => (
  <LibraryFrame section={section} title={t('library.title')}>
    <CoverGridSkeleton />
  </LibraryFrame>
);

const SECTIONS: Record<LibraryTab, ComponentType<SectionProps>> = {
  albums: AlbumsSection,
  artists: lazily(() => import('./artists-section').then((m) => m.ArtistsSection)),
  tracks: lazily(() => import('./tracks-section').then((m) => m.TracksSection)),
  genres: lazily(() => import('./genres-section').then((m) => m.GenresSection)),
  folders: lazily(() => import('./folders-section').then((m) => m.FoldersSection)),
  years: lazily(() => import('./years-section').then((m) => m.YearsSection)),
  recent: lazily(() => import('./recent-section').then((m) => m.RecentSection)),
};
