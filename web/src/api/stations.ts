import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from './query-client';
import type { Station, StationStatus } from './types';

export const RADIOS = '/api/radios';

export const stationQuery = (id: string) => apiQuery([RADIOS, id]);

/** How far back listeners can rewind a station, and what it played since. */
export const rewindQuery = (id: string) => apiQuery([RADIOS, id, 'rewind']);

/** The queries that show stations. */
const KEYS = [RADIOS, '/api/search', '/api/whats-new'];

/** Applies a station's now-playing information everywhere on screen that shows the station. */
export function stationChanged(client: QueryClient, status: StationStatus): void {
  const before = client.getQueryData(stationQuery(status.id).queryKey);
  client.setQueriesData({ predicate: ({ queryKey }) => KEYS.includes(queryKey[0] as string) }, (data: unknown) => told(data, status));
  if (before?.now?.playId === status.now?.playId) return;
  // Only the server knows the cover, library track and history of a new item.
  void client.invalidateQueries({ queryKey: [RADIOS, status.id] });
}

/** The same value, copied only along the path to the station. */
function told(value: unknown, status: StationStatus): unknown {
  if (Array.isArray(value)) {
    const next = value.map((item) => told(item, status));
    return next.some((item, i) => item !== value[i]) ? next : value;
  }
  if (value === null || typeof value !== 'object') return value;
  if ('listenUrl' in value && 'id' in value) return value.id === status.id ? withStatus(value as Station, status) : value;
  const entries = Object.entries(value);
  const next = entries.map(([key, item]) => [key, told(item, status)] as const);
  return next.some(([, item], i) => item !== entries[i]?.[1]) ? Object.fromEntries(next) : value;
}

function withStatus(station: Station, { state, problem, dj, show, listeners, now }: StationStatus): Station {
  const same = now !== null && now.playId === station.now?.playId;
  const fresh = now && { ...now, track: null, coverUrl: null, liked: null };
  return { ...station, state, isLive: state !== 'off', problem, dj, show, listenerCount: listeners, now: same ? station.now : fresh };
}
