import type { Query } from '@/api/contract';
import { onePage } from '@/api/query-client';
import type { AdminStation } from '@/api/types';
import { language, t } from '@/i18n/admin/table';
import { count, day } from '@/lib/format';
import { Badge } from '@/ui/badge';
import type { Asked, Column, Filter } from '../table/columns';

/** One page of the stations; useTableState makes sure that the server knows its parameters. */
export const stationPage = (asked: Asked) => onePage(['/api/admin/radios', asked as Query<'/api/admin/radios'>]);

export const modeOf = ({ mode }: AdminStation) => t(`radios.mode.${mode}`);
export const seenBy = ({ isPublic }: AdminStation) => t(isPublic ? 'radios.visitors' : 'radios.members');
const statusOf = ({ isOnline }: AdminStation) => t(isOnline ? 'admin.stations.online' : 'admin.stations.offline');
const qualityOf = ({ bitrate, format }: AdminStation) => `${bitrate} ${format}`;

export const stationColumns = (): Column<AdminStation>[] => [
  { id: 'name', label: t('admin.stations.station'), sorts: 'up', cell: ({ name }) => name, text: ({ name }) => name },
  { id: 'genre', label: t('admin.table.genre'), sorts: 'up', cell: ({ genre }) => genre || '—', text: ({ genre }) => genre },
  {
    id: 'status',
    label: t('admin.table.status'),
    sorts: 'down',
    cell: (station) => <Badge tone={station.isOnline ? 'success' : 'neutral'}>{statusOf(station)}</Badge>,
    text: statusOf,
  },
  {
    id: 'listeners',
    label: t('admin.stations.listeners'),
    sorts: 'down',
    cell: ({ listeners }) => count(listeners, language()),
    text: ({ listeners }) => listeners,
  },
  { id: 'type', label: t('admin.stations.type'), sorts: 'up', cell: ({ type }) => type, text: ({ type }) => type },
  { id: 'quality', label: t('admin.stations.quality'), sorts: 'down', cell: qualityOf, text: qualityOf },
  { id: 'mode', label: t('radios.mode'), cell: modeOf, text: modeOf, optional: true },
  { id: 'visibility', label: t('radios.filter.visibility'), cell: seenBy, text: seenBy, optional: true },
  { id: 'country', label: t('radios.country'), cell: ({ country }) => country || '—', text: ({ country }) => country, optional: true },
  {
    id: 'created',
    label: t('radios.created'),
    sorts: 'down',
    cell: ({ createdAt }) => day(createdAt, language()),
    text: ({ createdAt }) => createdAt,
    optional: true,
  },
];

const MODES = ['relay', 'autodj', 'live', 'both'] as const;

export const stationFilters = (): Filter[] => [
  {
    id: 'status',
    label: t('radios.filter.status'),
    options: [
      { value: 'online', label: t('admin.stations.online') },
      { value: 'offline', label: t('admin.stations.offline') },
    ],
  },
  { id: 'mode', label: t('radios.mode'), options: MODES.map((value) => ({ value, label: t(`radios.mode.${value}`) })) },
  {
    id: 'visibility',
    label: t('radios.filter.visibility'),
    options: [
      { value: 'public', label: t('radios.visitors') },
      { value: 'private', label: t('radios.members') },
    ],
  },
];
