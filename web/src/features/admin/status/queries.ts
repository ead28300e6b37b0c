import { queryOptions } from '@tanstack/react-query';
import { apiQuery, pagedList } from '@/api/query-client';

/** How often the server measures, in ms. */
const MEASURED_EVERY = 10_000;

export const statusQuery = queryOptions({ ...apiQuery(['/api/admin/status']), staleTime: 0, refetchInterval: MEASURED_EVERY });
export const failedJobsQuery = { ...pagedList(['/api/admin/jobs/failed', { limit: 50 }]), staleTime: 0 };
