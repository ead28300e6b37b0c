import type { Query } from '@/api/contract';
import { onePage } from '@/api/query-client';
import type { Track } from '@/api/types';
import { language, t } from '@/i18n/admin/music';
import { bytes, count, day, time } from '@/lib/format';
import { Badge } from '@/ui/badge';
import type { Asked, Column, Filter } from '../table/columns';

/** One page of the songs; useTableState makes sure that the server knows its parameters. */
export const songPage = (asked: Asked) => onePage(['/api/admin/tracks', asked as Query<'/api/admin/tracks'>]);

export const statusOf = ({ isPublic }: Pick<Track, 'isPublic'>) => t(isPublic ? 'admin.public' : 'admin.private');
const FORMATS: Record<string, string> = {
  mp3: 'MP3',
  flac: 'FLAC',
  aac: 'AAC',
  alac: 'ALAC',
  vorbis: 'Vorbis',
  opus: 'Opus',
  wav: 'WAV',
  aiff: 'AIFF',
};

export const formatOf = ({ format }: Pick<Track, 'format'>) => FORMATS[format] ?? format;
const bitrateOf = ({ bitrate }: Track) => (bitrate > 0 ? `${bitrate} kbit/s` : '');

/** A column of text. */
const text = (id: 'artist' | 'album' | 'genre', optional = false): Column<Track> => ({
  id,
  label: t(`songs.${id}`),
  sorts: 'up',
  cell: (song) => song[id] || '—',
  text: (song) => song[id],
  optional,
});

export const songColumns = (): Column<Track>[] => [
  { id: 'title', label: t('songs.song'), sorts: 'up', cell: ({ title }) => title, text: ({ title }) => title },
  text('artist', true),
  text('album', true),
  text('genre'),
  { id: 'year', label: t('songs.year'), sorts: 'down', cell: ({ year }) => year ?? '—', text: ({ year }) => year, optional: true },
  {
    id: 'duration',
    label: t('songs.duration'),
    sorts: 'down',
    cell: ({ duration }) => time(duration),
    text: ({ duration }) => time(duration),
  },
  { id: 'format', label: t('songs.format'), sorts: 'up', cell: formatOf, text: formatOf },
  { id: 'bitrate', label: t('songs.bitrate'), sorts: 'down', cell: (song) => bitrateOf(song) || '—', text: bitrateOf, optional: true },
  { id: 'size', label: t('songs.size'), sorts: 'down', cell: ({ size }) => bytes(size), text: ({ size }) => size },
  { id: 'plays', label: t('songs.plays'), sorts: 'down', cell: ({ plays }) => count(plays, language()), text: ({ plays }) => plays },
  {
    id: 'status',
    label: t('admin.table.status'),
    sorts: 'down',
    cell: (song) => <Badge tone={song.isPublic ? 'success' : 'neutral'}>{statusOf(song)}</Badge>,
    text: statusOf,
  },
  {
    id: 'added',
    label: t('songs.added'),
    sorts: 'down',
    cell: ({ addedAt }) => day(addedAt, language()),
    text: ({ addedAt }) => addedAt,
    optional: true,
  },
];

const LACKS = ['cover', 'artist', 'album', 'genre', 'year', 'tags'] as const;

/** The filters; genres are those of the library, by name. */
export const songFilters = (genres: readonly string[]): Filter[] => [
  { id: 'genre', label: t('songs.genre'), options: genres.map((name) => ({ value: name, label: name })) },
  { id: 'format', label: t('songs.format'), options: Object.entries(FORMATS).map(([value, label]) => ({ value, label })) },
  {
    id: 'visibility',
    label: t('admin.table.status'),
    options: [
      { value: 'public', label: t('admin.public') },
      { value: 'private', label: t('admin.private') },
    ],
  },
  { id: 'lacks', label: t('songs.lacks'), options: LACKS.map((value) => ({ value, label: t(`songs.lacks.${value}`) })) },
  {
    id: 'origin',
    label: t('songs.origin'),
    options: (['library', 'upload'] as const).map((value) => ({ value, label: t(`songs.origin.${value}`) })),
  },
  {
    id: 'madeBy',
    label: t('songs.madeBy'),
    options: (['ai', 'people'] as const).map((value) => ({ value, label: t(`songs.madeBy.${value}`) })),
  },
];
