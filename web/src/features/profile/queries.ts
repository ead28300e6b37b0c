import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/api/query-client';

export const LIKED_SHOWN = 6;
const ACTIVITY_SHOWN = 10;

/** Other devices can play too, so cached data may be outdated. */
const fresh = { staleTime: 0 };

export const statsQuery = queryOptions({ ...apiQuery(['/api/user/stats']), ...fresh });
export const activityQuery = queryOptions({ ...apiQuery(['/api/user/activity', { limit: ACTIVITY_SHOWN }]), ...fresh });
export const likedQuery = apiQuery(['/api/liked-tracks', { limit: LIKED_SHOWN }]);
export const publicProfileQuery = (id: string) => queryOptions({ ...apiQuery(['/api/users', id]), ...fresh });
