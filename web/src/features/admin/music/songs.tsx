import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, ListMusic, Pencil, Replace, Trash2 } from 'lucide-react';
import { request } from '@/api/client';
import { wholeList } from '@/api/query-client';
import type { Track } from '@/api/types';
import { t } from '@/i18n/admin/music';
import '@/i18n/admin/table';
import { editTags, replaceInTags } from '@/things/track/editing';
import { EmptyState } from '@/ui/empty-state';
import { UploadButton } from '@/ui/upload-button';
import type { BulkAction } from '../table/columns';
import { DataTable } from '../table/data-table';
import { songColumns, songFilters, songPage } from './columns';
import { SongActions } from './song-actions';
import { SongDetails } from './song-details';

const genresQuery = wholeList(['/api/genres']);

/** Every song with a file on this server. */
export function Songs() {
  const { data: genres = [] } = useQuery(genresQuery);
  return (
    <DataTable
      name="songs"
      label={t('admin.music.songs')}
      search={t('songs.search')}
      page={songPage}
      columns={songColumns()}
      filters={songFilters(genres.map(({ name }) => name))}
      sort="-added"
      nameOf={nameOf}
      below={({ artist }) => artist}
      rowActions={(song) => <SongActions song={song} />}
      details={(song, close) => <SongDetails song={song} onDeleted={close} />}
      bulk={bulkActions()}
      empty={<EmptyState icon={ListMusic} title={t('songs.none')} text={t('songs.noneText')} action={<UploadButton />} />}
    />
  );
}

const nameOf = ({ title }: Pick<Track, 'title'>) => title;

/** Shows, hides or deletes songs. */
const send = (action: 'show' | 'hide' | 'delete') => (ids: string[]) =>
  request('/api/admin/tracks/bulk', { method: 'POST', body: { action, ids } });

/** Opens the tag editor with these songs, in the order in which they were chosen. */
async function openEditor(ids: string[]) {
  const items = await request('/api/admin/tracks', { query: { ids: ids.join(','), limit: ids.length } });
  const at = new Map(ids.map((id, i) => [id, i]));
  editTags(items.toSorted((a, b) => (at.get(a.id) ?? 0) - (at.get(b.id) ?? 0)));
}

const bulkActions = (): BulkAction[] => [
  { id: 'edit', label: t('songs.edit'), icon: Pencil, open: openEditor, most: 500 },
  { id: 'replace', label: t('songs.replace'), icon: Replace, open: async (ids) => replaceInTags(ids), most: 500 },
  { id: 'show', label: t('songs.show'), icon: Eye, run: send('show'), undo: send('hide'), done: (n) => t('songs.shown', { n }) },
  { id: 'hide', label: t('songs.hide'), icon: EyeOff, run: send('hide'), undo: send('show'), done: (n) => t('songs.hidden', { n }) },
  {
    id: 'delete',
    label: t('admin.delete'),
    icon: Trash2,
    run: send('delete'),
    done: (n) => t('songs.deleted', { n }),
    warning: t('songs.deleteText'),
  },
];
