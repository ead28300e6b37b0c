import { queryOptions } from '@tanstack/react-query';
import { pagedList } from '@/api/query-client';
import type { Arrival, Release } from '@/api/types';

export const arrivalsQuery = pagedList<Arrival>(['/api/whats-new', { limit: 50 }]);
export const releasesQuery = queryOptions<Release[]>({ queryKey: ['/api/releases'] });
