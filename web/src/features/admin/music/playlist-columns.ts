import type { Query } from '@/api/contract';
import { onePage } from '@/api/query-client';
import type { AdminPlaylist } from '@/api/types';
import { t } from '@/i18n/admin/music';
import { span } from '@/lib/format';
import type { Asked, Column, Filter } from '../table/columns';

/** One page of the playlists; useTableState makes sure that the server knows its parameters. */
export const playlistPage = (asked: Asked) => onePage(['/api/admin/playlists', asked as Query<'/api/admin/playlists'>]);

/** A column of the file, by which the server may sort. */
const column = (
  id: string,
  label: string,
  text: (playlist: AdminPlaylist) => string | number,
  sorts?: 'up' | 'down',
): Column<AdminPlaylist> => ({ id, label, sorts, cell: text, text });

const statusOf = ({ isPublic }: AdminPlaylist) => t(isPublic ? 'admin.public' : 'admin.private');

export const playlistColumns = (): Column<AdminPlaylist>[] => [
  column('name', t('lists.name'), ({ name }) => name, 'up'),
  column('songs', t('lists.songCount'), ({ songCount }) => songCount, 'down'),
  column('duration', t('songs.duration'), ({ totalDuration }) => (totalDuration > 0 ? span(totalDuration) : '')),
  column('genre', t('songs.genre'), ({ genre }) => genre),
  column('status', t('admin.table.status'), statusOf, 'down'),
  column('created', t('lists.created'), ({ createdAt }) => createdAt, 'down'),
];

export const playlistFilters = (): Filter[] => [
  {
    id: 'visibility',
    label: t('admin.table.status'),
    options: [
      { value: 'public', label: t('admin.public') },
      { value: 'private', label: t('admin.private') },
    ],
  },
  {
    id: 'kind',
    label: t('lists.kind'),
    options: (['list', 'smart'] as const).map((value) => ({ value, label: t(`lists.kind.${value}`) })),
  },
];
