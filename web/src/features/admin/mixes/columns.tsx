import type { Query } from '@/api/contract';
import { onePage } from '@/api/query-client';
import type { AdminMix } from '@/api/types';
import { language, t } from '@/i18n/admin/mixes';
import { count, day, megabytes, span } from '@/lib/format';
import { Badge } from '@/ui/badge';
import type { Asked, Column, Filter } from '../table/columns';

/** One page of the mixes; useTableState makes sure that the server knows its parameters. */
export const mixPage = (asked: Asked) => onePage(['/api/admin/mixes', asked as Query<'/api/admin/mixes'>]);

const activeOf = ({ isActive }: AdminMix) => t(isActive ? 'admin.mixes.active' : 'admin.mixes.inactive');
const publicOf = ({ isPublic }: AdminMix) => t(isPublic ? 'admin.public' : 'admin.private');

/** Whether listeners see a mix, and whether visitors do. */
export const StatusBadges = ({ mix }: { mix: AdminMix }) => (
  <span className="flex flex-wrap gap-1.5">
    <Badge tone={mix.isActive ? 'success' : 'neutral'}>{activeOf(mix)}</Badge>
    <Badge tone="outline">{publicOf(mix)}</Badge>
  </span>
);

export const mixColumns = (): Column<AdminMix>[] => [
  { id: 'title', label: t('admin.mixes.mix'), sorts: 'up', cell: ({ title }) => title, text: ({ title }) => title },
  {
    id: 'category',
    label: t('admin.mixes.category'),
    sorts: 'up',
    cell: ({ category }) => category || '—',
    text: ({ category }) => category,
  },
  { id: 'bpm', label: 'BPM', sorts: 'down', cell: ({ bpm }) => (bpm ? Math.round(bpm) : '—'), text: ({ bpm }) => bpm },
  {
    id: 'duration',
    label: t('admin.mixes.duration'),
    sorts: 'down',
    cell: ({ duration }) => (duration > 0 ? span(duration) : '—'),
    text: ({ duration }) => duration,
  },
  {
    id: 'size',
    label: t('admin.mixes.size'),
    sorts: 'down',
    cell: ({ fileSize }) => (fileSize > 0 ? megabytes(fileSize) : '—'),
    text: ({ fileSize }) => fileSize,
  },
  {
    id: 'plays',
    label: t('admin.mixes.plays'),
    sorts: 'down',
    cell: ({ playCount }) => count(playCount, language()),
    text: ({ playCount }) => playCount,
  },
  {
    id: 'likes',
    label: t('admin.mixes.likes'),
    sorts: 'down',
    cell: ({ likes }) => count(likes, language()),
    text: ({ likes }) => likes,
  },
  {
    id: 'status',
    label: t('admin.table.status'),
    sorts: 'down',
    cell: (mix) => <StatusBadges mix={mix} />,
    text: (mix) => `${activeOf(mix)}, ${publicOf(mix)}`,
  },
  { id: 'dj', label: t('adminMixes.dj'), cell: ({ djName }) => djName || '—', text: ({ djName }) => djName, optional: true },
  { id: 'genre', label: t('admin.table.genre'), cell: ({ genre }) => genre || '—', text: ({ genre }) => genre, optional: true },
  { id: 'format', label: t('adminMixes.format'), cell: ({ format }) => format, text: ({ format }) => format, optional: true },
  {
    id: 'created',
    label: t('adminMixes.created'),
    sorts: 'down',
    cell: ({ uploadedAt }) => day(uploadedAt, language()),
    text: ({ uploadedAt }) => uploadedAt,
    optional: true,
  },
];

const asOptions = (texts: readonly string[]) => texts.map((value) => ({ value, label: value }));

/** The filters; categories and genres are those of the mixes on this server. */
export const mixFilters = (categories: readonly string[], genres: readonly string[]): Filter[] => [
  {
    id: 'status',
    label: t('adminMixes.filter.status'),
    options: [
      { value: 'active', label: t('admin.mixes.active') },
      { value: 'inactive', label: t('admin.mixes.inactive') },
    ],
  },
  {
    id: 'visibility',
    label: t('adminMixes.filter.visibility'),
    options: [
      { value: 'public', label: t('adminMixes.visitors') },
      { value: 'private', label: t('adminMixes.members') },
    ],
  },
  { id: 'category', label: t('admin.mixes.category'), options: asOptions(categories) },
  { id: 'genre', label: t('admin.table.genre'), options: asOptions(genres) },
];
