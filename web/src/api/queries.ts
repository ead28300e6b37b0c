import { queryOptions } from '@tanstack/react-query';
import { request } from './client';
import type { AppConfig, LibraryStatus, PlayerDevice, ScanStatus, Track, Welcome } from './types';

/** Queries that more than one part of the app asks. A feature's own are in its folder. */

export const configQuery = queryOptions<AppConfig>({ queryKey: ['/api/config'] });
export const welcomeQuery = queryOptions<Welcome>({ queryKey: ['/api/welcome'] });
/** Counts and the present or last scan, kept live by events. */
export const libraryStatusQuery = queryOptions<LibraryStatus>({ queryKey: ['/api/library'] });
/** The person's history, latest first, each track once. */
export const recentlyPlayedQuery = (limit: number) => queryOptions<Track[]>({ queryKey: ['/api/recently-played', { limit }] });
export const newestTracksQuery = (limit: number) => queryOptions<Track[]>({ queryKey: ['/api/tracks', { limit }] });

export const startScan = (full = false) => request<ScanStatus>('/api/library/scan', { method: 'POST', body: { full } });
export const cancelScan = () => request<ScanStatus>('/api/library/scan', { method: 'DELETE' });

/** What the person's own devices play, or played last; the event «device» says when that is another. */
export const DEVICES = '/api/player/devices';
export const devicesQuery = queryOptions<PlayerDevice[]>({ queryKey: [DEVICES] });
