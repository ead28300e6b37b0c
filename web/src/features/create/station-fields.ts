import { ApiError } from '@/api/error';
import { t } from '@/i18n/create';
import { isStreamAddress, type StreamDraft } from '@/things/station/stream-fields';

/** The source of a new station. */
export type Way = 'playlist' | 'people' | 'relay';

/** The fields of the form. */
export type StationFields = StreamDraft & {
  way: Way;
  name: string;
  description: string;
  genre: string;
  country: string;
  playlistId: string;
  isPublic: boolean;
};

export const NEW: StationFields = {
  way: 'playlist',
  name: '',
  description: '',
  genre: '',
  country: '',
  playlistId: '',
  streamUrl: '',
  type: 'icecast',
  isPublic: true,
};

export type Problems = { [name in keyof StationFields]?: string };

/** The validation errors of the form. */
export function problemsOf({ way, name, playlistId, streamUrl }: StationFields): Problems {
  return {
    ...(name.trim() === '' && { name: t('create.stationNameRequired') }),
    ...(way === 'playlist' && playlistId === '' && { playlistId: t('create.stationPlaylistRequired') }),
    ...(way === 'relay' && !isStreamAddress(streamUrl) && { streamUrl: t('station.urlWrong') }),
  };
}

/** The server's errors per field. */
export function refusals(error: Error | null): Problems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fieldErrors).map(([name, [sentence]]) => [name, sentence]));
}

/** The fields as the server accepts them; the schedule uses the creator's time zone. */
export function bodyOf({ way, name, description, genre, country, playlistId, streamUrl, type, isPublic }: StationFields) {
  const about = { name, description, genre, country, isPublic, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  if (way === 'relay') return { ...about, mode: 'relay', streamUrl, type };
  if (way === 'playlist') return { ...about, mode: 'autodj', playlistId };
  return playlistId ? { ...about, mode: 'both', playlistId } : { ...about, mode: 'live' };
}
