import { ApiError } from '@/api/error';
import { t } from '@/i18n/create';

/** Where the sound of a new station comes from. */
export type Way = 'playlist' | 'people' | 'relay';

/** What the form asks. */
export type StationFields = {
  way: Way;
  name: string;
  description: string;
  genre: string;
  country: string;
  playlistId: string;
  streamUrl: string;
  type: 'icecast' | 'shoutcast';
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

/** What has to be set right before it is sent. */
export function problemsOf({ way, name, playlistId, streamUrl }: StationFields): Problems {
  return {
    ...(name.trim() === '' && { name: t('create.stationNameRequired') }),
    ...(way === 'playlist' && playlistId === '' && { playlistId: t('create.stationPlaylistRequired') }),
    ...(way === 'relay' && !/^https?:\/\/[^\s/]+/i.test(streamUrl.trim()) && { streamUrl: t('create.stationUrlWrong') }),
  };
}

/** What the server said about single fields. */
export function refusals(error: Error | null): Problems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fieldErrors).map(([name, [sentence]]) => [name, sentence]));
}

/** The fields as the server takes them; its schedule keeps the hours of whoever makes it. */
export function bodyOf({ way, name, description, genre, country, playlistId, streamUrl, type, isPublic }: StationFields) {
  const about = { name, description, genre, country, isPublic, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  if (way === 'relay') return { ...about, mode: 'relay', streamUrl, type };
  if (way === 'playlist') return { ...about, mode: 'autodj', playlistId };
  return playlistId ? { ...about, mode: 'both', playlistId } : { ...about, mode: 'live' };
}
