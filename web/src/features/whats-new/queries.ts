import { apiQuery, pagedList } from '@/api/query-client';

export const arrivalsQuery = pagedList(['/api/whats-new', { limit: 50 }]);
export const releasesQuery = apiQuery(['/api/releases']);
