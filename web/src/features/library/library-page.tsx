import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { t } from '@/i18n/browse';
import { untilLoaded } from '@/lib/until-loaded';
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
  artists: lazy(untilLoaded(() => import('./artists-section').then((m) => ({ default: m.ArtistsSection })))),
  tracks: lazy(untilLoaded(() => import('./tracks-section').then((m) => ({ default: m.TracksSection })))),
  genres: lazy(untilLoaded(() => import('./genres-section').then((m) => ({ default: m.GenresSection })))),
  folders: lazy(untilLoaded(() => import('./folders-section').then((m) => ({ default: m.FoldersSection })))),
  years: lazy(untilLoaded(() => import('./years-section').then((m) => ({ default: m.YearsSection })))),
  recent: lazy(untilLoaded(() => import('./recent-section').then((m) => ({ default: m.RecentSection })))),
};
