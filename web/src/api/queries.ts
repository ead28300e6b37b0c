import { request } from './client';
import { apiQuery } from './query-client';

/** Queries that several parts of the app use. A feature's own queries are in its folder. */

export const configQuery = apiQuery(['/api/config']);
export const welcomeQuery = apiQuery(['/api/welcome']);
/** Counts and the current or last scan, kept current by events. */
export const libraryStatusQuery = apiQuery(['/api/library']);
/** The person's history, latest first, each track once. */
export const recentlyPlayedQuery = (limit: number) => apiQuery(['/api/recently-played', { limit }]);
export const newestTracksQuery = (limit: number) => apiQuery(['/api/tracks', { limit }]);

export const startScan = (full = false) => request('/api/library/scan', { method: 'POST', body: { full } });
export const cancelScan = () => request('/api/library/scan', { method: 'DELETE' });

/** What the person's devices are playing or last played; the event `device` announces changes by other devices. */
export const DEVICES = '/api/player/devices';
export const devicesQuery = apiQuery([DEVICES]);
