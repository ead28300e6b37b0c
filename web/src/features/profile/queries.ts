import { queryOptions } from '@tanstack/react-query';
import type { Activity, ListenerStats, PublicProfile, Track } from '@/api/types';

export const LIKED_SHOWN = 6;
const ACTIVITY_SHOWN = 10;

/** Other devices can play too, so cached data may be outdated. */
const fresh = { staleTime: 0 };

export const statsQuery = queryOptions<ListenerStats>({ queryKey: ['/api/user/stats'], ...fresh });
export const activityQuery = queryOptions<Activity[]>({ queryKey: ['/api/user/activity', { limit: ACTIVITY_SHOWN }], ...fresh });
export const likedQuery = queryOptions<Track[]>({ queryKey: ['/api/liked-tracks', { limit: LIKED_SHOWN }] });
export const publicProfileQuery = (id: string) => queryOptions<PublicProfile>({ queryKey: ['/api/users', id], ...fresh });
