import { queryOptions } from '@tanstack/react-query';
import { request } from './client';
import type { AppConfig, LibraryStatus, PlayerDevice, ScanStatus, Track, Welcome } from './types';

/** Queries that several parts of the app use. A feature's own queries are in its folder. */

export const configQuery = queryOptions<AppConfig>({ queryKey: ['/api/config'] });
export const welcomeQuery = queryOptions<Welcome>({ queryKey: ['/api/welcome'] });
/** Counts and the current or last scan, kept current by events. */
export const libraryStatusQuery = queryOptions<LibraryStatus>({ queryKey: ['/api/library'] });
/** The person's history, latest first, each track once. */
export const recentlyPlayedQuery = (limit: number) => queryOptions<Track[]>({ queryKey: ['/api/recently-played', { limit }] });
export const newestTracksQuery = (limit: number) => queryOptions<Track[]>({ queryKey: ['/api/tracks', { limit }] });

export const startScan = (full = false) => request<ScanStatus>('/api/library/scan', { method: 'POST', body: { full } });
export const cancelScan = () => request<ScanStatus>('/api/library/scan', { method: 'DELETE' });

/** What the person's devices are playing or last played; the event `device` announces changes by other devices. */
export const DEVICES = '/api/player/devices';
export const devicesQuery = queryOptions<PlayerDevice[]>({ queryKey: [DEVICES] });
