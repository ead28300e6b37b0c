import type { QueryClient } from '@tanstack/react-query';
import { applyLike } from './likes';
import { libraryStatusQuery } from './queries';
import type { LibraryStatus, ScanStatus } from './types';

/** Everything a changed library may have changed. */
const LIBRARY_KEYS = [
  '/api/library',
  '/api/tracks',
  '/api/albums',
  '/api/artists',
  '/api/genres',
  '/api/search',
  '/api/recently-played',
  '/api/liked-tracks',
];

const isLibraryKey = (part: unknown) => typeof part === 'string' && LIBRARY_KEYS.some((key) => part === key || part.startsWith(`${key}/`));

const invalidateLibrary = (client: QueryClient) => client.invalidateQueries({ predicate: ({ queryKey }) => isLibraryKey(queryKey[0]) });

/** What each event does to the cache. */
export const handlers: Record<string, (client: QueryClient, data: string) => void> = {
  scan(client, data) {
    const scan = JSON.parse(data) as ScanStatus;
    client.setQueryData(libraryStatusQuery.queryKey, (old: LibraryStatus | undefined) => old && { ...old, scan });
    if (scan.state !== 'running') void client.invalidateQueries({ queryKey: libraryStatusQuery.queryKey });
  },
  library: (client) => void invalidateLibrary(client),
  like: (client, data) => applyLike(client, JSON.parse(data)),
  play(client) {
    for (const key of ['/api/recently-played', '/api/user/stats', '/api/user/activity']) void client.invalidateQueries({ queryKey: [key] });
  },
};

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
      failures = 0;
    };
    source.onerror = () => {
      source?.close();
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
