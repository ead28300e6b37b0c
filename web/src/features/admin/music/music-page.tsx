import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { libraryStatusQuery } from '@/api/queries';
import { language, t } from '@/i18n/admin/music';
import '@/i18n/admin';
import { bytes, count, hours } from '@/lib/format';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { UploadButton } from '@/ui/upload-button';
import { Figure, Figures } from '../figures';
import { Broken } from '../library/broken';
import { LibraryFiles } from '../library/library-files';
import { Missing } from '../library/missing';
import { statsQuery } from '../lists';
import { Duplicates } from './duplicates';
import { Playlists } from './playlists';
import { Songs } from './songs';

const TABS = ['songs', 'playlists', 'duplicates', 'broken', 'missing', 'files'] as const;
type Tab = (typeof TABS)[number];

/** The music of this server: its songs, the playlists of all members, files of the same recording, and the folders. */
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

const PANELS: Record<Tab, () => ReactNode> = {
  songs: Songs,
  playlists: Playlists,
  duplicates: Duplicates,
  broken: Broken,
  missing: Missing,
  files: LibraryFiles,
};

function Totals() {
  const library = useQuery(libraryStatusQuery).data?.stats;
  const lists = useQuery(statsQuery).data?.music.playlists;
  if (!library || lists === undefined) return null;
  return (
    <Figures>
      <Figure label={t('admin.music.totalSongs')} value={count(library.tracks, language())} />
      <Figure label={t('admin.music.totalPlaylists')} value={count(lists, language())} />
      <Figure label={t('admin.storageUsed')} value={bytes(library.bytes)} />
      <Figure label={t('admin.music.totalDuration')} value={hours(library.duration)} />
    </Figures>
  );
}
