import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, Folder as FolderIcon, FolderOpen } from 'lucide-react';
import { pathOf, trackList } from '@/api/lists';
import type { Folder } from '@/api/types';
import { t } from '@/i18n/browse';
import { withParams } from '@/lib/params';
import { LibraryFrame } from '@/things/library/library-frame';
import { usePages } from '@/things/list/pages';
import { SortSelect, sortOf } from '@/things/list/sort-select';
import { isNotFound } from '@/things/page/not-here';
import { PlayButtons } from '@/things/play/play-buttons';
import { TrackRows } from '@/things/track/track-rows';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { VirtualList } from '@/ui/virtual-list';
import { folderQuery } from './queries';
import type { SectionProps } from './section';

const SORTS = ['title', 'album', 'artist', 'newest', '-duration', '-rating'] as const;
const FOLDER_HEIGHT = 52;

/** The folders on the server's disk, one open at a time. */
export function FoldersSection({ search, set }: SectionProps) {
  const folder = useQuery(folderQuery(search.folder));
  const sort = sortOf(SORTS, search.sort);
  const { data } = folder;
  const context = data && {
    kind: 'folder',
    title: data.name || t('library.folderTop'),
    href: withParams('/library', { tab: 'folders', folder: data.id }),
    more: { path: pathOf(trackList({ sort: 'album', folder: data.id, deep: true })) },
  };
  return (
    <LibraryFrame
      section="folders"
      title={t('library.title')}
      lead={data && t('library.trackCount', { n: data.trackCount })}
      actions={
        context && (
          <>
            <PlayButtons
              context={data.id === '' ? { ...context, more: { path: pathOf(trackList({ sort: 'album' })) } } : context}
              disabled={data.trackCount === 0}
            />
            {data.id !== '' && <SortSelect value={sort} options={SORTS} onChange={(next) => set({ sort: next })} />}
          </>
        )
      }
    >
      {isNotFound(folder.error) ? (
        <Gone />
      ) : (
        <QueryView
          query={folder}
          skeleton={<Skeleton className="h-80" />}
          isEmpty={({ trackCount }) => trackCount === 0}
          empty={<EmptyState icon={FolderOpen} title={t('library.noFolders')} text={t('library.noFoldersText')} />}
        >
          {(open) => <OpenFolder key={open.id} folder={open} sort={sort} />}
        </QueryView>
      )}
    </LibraryFrame>
  );
}

function OpenFolder({ folder, sort }: { folder: Folder; sort: (typeof SORTS)[number] }) {
  const list = trackList({ sort, folder: folder.id });
  const tracks = usePages(list, folder.id !== '');
  const context = {
    kind: 'folder',
    title: folder.name,
    href: withParams('/library', { tab: 'folders', folder: folder.id }),
    more: { path: pathOf(list) },
  };
  return (
    <>
      {folder.parentId !== null && (
        <p className="mb-4 flex min-w-0 items-center gap-3">
          <Button asChild variant="outline" size="sm">
            <Link to="/library" search={{ tab: 'folders', folder: folder.parentId }}>
              <ChevronLeft size={16} aria-hidden />
              {t('library.folderUp')}
            </Link>
          </Button>
          <span className="truncate text-fg-muted text-sm">
            <span className="sr-only">{t('library.folderPath')}: </span>
            {folder.path.replaceAll('/', ' / ')}
          </span>
        </p>
      )}
      {folder.folders.length > 0 && (
        <VirtualList
          label={t('library.tabFolders')}
          items={folder.folders}
          rowHeight={FOLDER_HEIGHT}
          keyOf={({ id }) => id}
          render={({ id, name, tracks: n }) => (
            <Link
              to="/library"
              search={{ tab: 'folders', folder: id }}
              className="-mx-2 flex h-full items-center gap-4 rounded-md px-2 transition -outline-offset-2 hover:bg-surface-2"
            >
              <FolderIcon size={20} aria-hidden className="shrink-0 text-fg-muted" />
              <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
              <span className="tnum shrink-0 text-fg-muted text-sm">{t('library.trackCount', { n })}</span>
            </Link>
          )}
        />
      )}
      {tracks.total > 0 && (
        <section className="mt-6">
          <h2 className="display mb-3 text-lg">{t('library.inThisFolder')}</h2>
          <TrackRows list={list} pages={tracks} label={t('library.inThisFolder')} context={context} empty={null} />
        </section>
      )}
    </>
  );
}

function Gone() {
  return (
    <EmptyState
      icon={FolderOpen}
      title={t('library.folderGone')}
      text={t('library.folderGoneText')}
      action={
        <Button asChild variant="secondary">
          <Link to="/library" search={{ tab: 'folders' }}>
            {t('library.toFolders')}
          </Link>
        </Button>
      }
    />
  );
}
