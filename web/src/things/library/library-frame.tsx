import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '@/i18n/browse';
import { cn } from '@/lib/cn';
import { PageHeader } from '@/ui/page-header';

export type LibraryTab = 'albums' | 'artists' | 'tracks' | 'genres' | 'folders' | 'years' | 'recent';
type LibrarySection = LibraryTab | 'liked' | 'playlists';

type LibraryFrameProps = {
  section: LibrarySection;
  title: string;
  /** The number of items. */
  lead?: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** The library screen: its title, its sections and the open one. Used by /library, /liked and /playlists. */
export function LibraryFrame({ section, title, lead, actions, children }: LibraryFrameProps) {
  return (
    <>
      {/* Reserves a line for the count while it loads. */}
      <PageHeader title={title} lead={lead ?? ' '} actions={actions} />
      <nav
        aria-label={t('library.sections')}
        className="-mx-4 mb-6 flex gap-1 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:px-0"
      >
        <Section at="albums" open={section} to="/library" />
        <Section at="artists" open={section} to="/library" search={{ tab: 'artists' }} />
        <Section at="tracks" open={section} to="/library" search={{ tab: 'tracks' }} />
        <Section at="genres" open={section} to="/library" search={{ tab: 'genres' }} />
        <Section at="folders" open={section} to="/library" search={{ tab: 'folders' }} />
        <Section at="years" open={section} to="/library" search={{ tab: 'years' }} />
        <Section at="recent" open={section} to="/library" search={{ tab: 'recent' }} />
        <Section at="liked" open={section} to="/liked" />
        <Section at="playlists" open={section} to="/playlists" />
      </nav>
      {children}
    </>
  );
}

const NAMES = {
  albums: 'library.albums',
  artists: 'library.artists',
  tracks: 'library.tracks',
  genres: 'library.genres',
  folders: 'library.tabFolders',
  years: 'library.years',
  recent: 'library.recent',
  liked: 'liked.short',
  playlists: 'playlists.short',
} as const;

type SectionProps = { at: LibrarySection; open: LibrarySection; to: string; search?: { tab: LibraryTab } };

function Section({ at, open, to, search }: SectionProps) {
  const here = at === open;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // On a phone the row is wider than the screen; only the row scrolls, never the page.
    const row = link.current?.parentElement;
    if (here && link.current && row) row.scrollLeft = link.current.offsetLeft - row.clientWidth / 3;
  }, [here]);
  return (
    <Link
      ref={link}
      to={to}
      search={search ?? {}}
      // The router marks /library as current on each of its tabs.
      activeProps={{ 'aria-current': undefined }}
      aria-current={here ? 'page' : undefined}
      className={cn(
        'inline-flex h-9 shrink-0 items-center rounded-full px-4 font-semibold text-sm transition hit',
        here ? 'bg-fg text-bg' : 'text-fg-muted hover:bg-surface-2 hover:text-fg',
      )}
    >
      {t(NAMES[at])}
    </Link>
  );
}
