import type { QueryClient } from '@tanstack/react-query';
import { applyLike } from './likes';
import type { PlaylistChange } from './playlist-events';
import { DEVICES, libraryStatusQuery } from './queries';
import { applyRating } from './ratings';
import type { StationStatus } from './stations';
import type { LibraryStatus, ScanStatus } from './types';

/** Everything a changed library may have changed. */
const LIBRARY_KEYS = [
  '/api/library',
  '/api/tracks',
  '/api/albums',
  '/api/artists',
  '/api/genres',
  '/api/years',
  '/api/folders',
  '/api/search',
  '/api/recently-played',
  '/api/liked-tracks',
  '/api/playlists',
  '/api/whats-new',
];

/** What a gap may have missed beside it. */
const RADIOS = '/api/radios';

const isLibraryKey = (part: unknown) => typeof part === 'string' && LIBRARY_KEYS.some((key) => part === key || part.startsWith(`${key}/`));

const invalidateLibrary = (client: QueryClient) => client.invalidateQueries({ predicate: ({ queryKey }) => isLibraryKey(queryKey[0]) });

/** What a listen changes. Mixes made for a person stay for the day. */
const PLAY_KEYS = [
  '/api/recently-played',
  '/api/user/stats',
  '/api/user/activity',
  '/api/history',
  '/api/listening',
  '/api/listening/years',
];

/** What each event does to the cache. */
export const handlers: Record<string, (client: QueryClient, data: string) => void> = {
  scan(client, data) {
    const scan = JSON.parse(data) as ScanStatus;
    client.setQueryData(libraryStatusQuery.queryKey, (old: LibraryStatus | undefined) => old && { ...old, scan });
    if (scan.state !== 'running') void client.invalidateQueries({ queryKey: libraryStatusQuery.queryKey });
  },
  library: (client) => void invalidateLibrary(client),
  playlist: (client, data) =>
    void import('./playlist-events').then(({ playlistChanged }) => playlistChanged(client, JSON.parse(data) as PlaylistChange)),
  rating: (client, data) => applyRating(client, JSON.parse(data)),
  like: (client, data) => applyLike(client, JSON.parse(data)),
  command: (_, data) => tellPage('sonora-command', data),
  station: (client, data) =>
    void import('./stations').then(({ stationChanged }) => stationChanged(client, JSON.parse(data) as StationStatus)),
  chat: (client, data) =>
    void client.invalidateQueries({ queryKey: [RADIOS, (JSON.parse(data) as { stationId: string }).stationId, 'chat'] }),
  episode: (client, data) => void import('./podcasts').then(({ episodeHeard }) => episodeHeard(client, JSON.parse(data))),
  device: (client) => void client.invalidateQueries({ queryKey: [DEVICES] }),
  notification: (client) => void client.invalidateQueries({ queryKey: ['/api/notifications'] }),
  play(client) {
    for (const key of PLAY_KEYS) void client.invalidateQueries({ queryKey: [key] });
  },
};

/** For parts of the app whose code may not be loaded. */
const tellPage = (type: string, data: string) => void dispatchEvent(new CustomEvent(type, { detail: JSON.parse(data) }));

const LONGEST_WAIT = 30_000;

/** Listens to the server until the returned function is called. After a gap everything it may have missed is asked again. */
export function listen(client: QueryClient, open = () => new EventSource('/api/events', { withCredentials: true })): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const connect = () => {
    source = open();
    source.onopen = () => {
      if (failures > 0) void invalidateLibrary(client);
      if (failures > 0) void client.invalidateQueries({ queryKey: [RADIOS] });
      failures = 0;
    };
    source.onerror = () => {
      source?.close();
      if (failures === 1) void client.invalidateQueries({ queryKey: ['/api/auth/user'] }); // it may be the session that ended
      timer = setTimeout(connect, Math.min(1000 * 2 ** failures++, LONGEST_WAIT));
    };
    for (const [type, handle] of Object.entries(handlers))
      source.addEventListener(type, (event) => handle(client, (event as MessageEvent<string>).data));
  };

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
