import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ListMusic } from 'lucide-react';
import type { ReactNode } from 'react';
import { libraryStatusQuery } from '@/api/queries';
import type { AdminPlaylist } from '@/api/types';
import { language, t } from '@/i18n/admin';
import { bytes, count, span } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { UploadButton } from '@/ui/upload-button';
import { Figure, Figures } from './figures';
import { LibraryFiles } from './library/library-files';
import { playlistsQuery, statsQuery } from './lists';
import { Row } from './plain-table';
import { SearchedList } from './searched-list';

const TABS = ['songs', 'playlists', 'files'] as const;
type Tab = (typeof TABS)[number];

/** The music of this server: its songs, which the library shows and edits, the playlists of all members, and its files. */
export function MusicPage() {
  const asked = useSearch({ strict: false }).tab;
  const navigate = useNavigate();
  const tab = TABS.find((value) => value === asked) ?? 'songs';
  const Panel = PANELS[tab];
  return (
    <>
      <PageHeader title={t('admin.music')} actions={<UploadButton />} />
      <Totals />
      <Tabs<Tab>
        label={t('admin.music')}
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next }, replace: true })}
        tabs={TABS.map((value) => ({ value, label: t(`admin.music.${value}`) }))}
      >
        <Panel />
      </Tabs>
    </>
  );
}

const PANELS: Record<Tab, () => ReactNode> = { songs: Songs, playlists: Playlists, files: LibraryFiles };

function Totals() {
  const library = useQuery(libraryStatusQuery).data?.stats;
  const lists = useQuery(statsQuery).data?.music.playlists;
  if (!library || lists === undefined) return null;
  return (
    <Figures>
      <Figure label={t('admin.music.songs')} value={count(library.tracks, language())} />
      <Figure label={t('admin.music.playlists')} value={count(lists, language())} />
      <Figure label={t('admin.stat.size')} value={bytes(library.bytes)} />
      <Figure label={t('admin.stat.duration')} value={span(library.duration)} />
    </Figures>
  );
}

function Songs() {
  return (
    <EmptyState
      compact
      icon={ListMusic}
      title={t('admin.music.songs')}
      text={t('admin.music.songsText')}
      action={
        <Button asChild>
          <Link to="/library" search={{ tab: 'tracks' }}>
            {t('admin.music.openLibrary')}
          </Link>
        </Button>
      }
    />
  );
}

const columns = () => [
  t('admin.music.playlist'),
  t('admin.table.genre'),
  t('admin.music.tracks'),
  t('admin.mixes.duration'),
  t('admin.table.status'),
];

function Playlists() {
  return (
    <SearchedList
      query={useInfiniteQuery(playlistsQuery)}
      search={t('admin.music.search')}
      textsOf={({ name, genre }) => [name, genre]}
      label={t('admin.music.playlists')}
      columns={columns()}
      empty={<EmptyState icon={ListMusic} title={t('admin.music.none')} text={t('admin.music.noneText')} />}
      row={(playlist) => <PlaylistRow key={playlist.id} playlist={playlist} />}
    />
  );
}

function PlaylistRow({ playlist: { id, name, description, genre, songCount, totalDuration, isPublic } }: { playlist: AdminPlaylist }) {
  const linked = (
    <Link to="/playlists/$playlistId" params={{ playlistId: id }} className="hover:underline">
      {name}
    </Link>
  );
  return (
    <Row
      columns={columns()}
      name={isPublic ? linked : name}
      below={description}
      cells={[
        genre,
        count(songCount, language()),
        totalDuration > 0 ? span(totalDuration) : '—',
        <Badge key="status" tone="outline">
          {t(isPublic ? 'admin.public' : 'admin.private')}
        </Badge>,
      ]}
    />
  );
}
