import type { SmartField } from '@/api/types';
import { t } from '@/i18n/playlists';

const FIELDS = [
  'title',
  'artist',
  'album',
  'albumArtist',
  'genre',
  'year',
  'added',
  'lastPlayed',
  'plays',
  'rating',
  'liked',
  'duration',
  'bpm',
  'key',
  'energy',
  'loudness',
  'format',
  'bitrate',
  'folder',
  'isAiGenerated',
  'playlist',
  'composer',
  'comment',
] as const;

const OPERATORS = [
  'is',
  'isNot',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'greater',
  'less',
  'between',
  'before',
  'after',
  'inLast',
  'notInLast',
  'in',
  'notIn',
] as const;

/** The label of a field; the server's identifier if this app does not know it. */
export function fieldName({ field }: Pick<SmartField, 'field'>): string {
  const known = FIELDS.find((one) => one === field);
  return known ? t(`playlist.field.${known}`) : field;
}

export function operatorName(operator: string): string {
  const known = OPERATORS.find((one) => one === operator);
  return known ? t(`playlist.op.${known}`) : operator;
}
