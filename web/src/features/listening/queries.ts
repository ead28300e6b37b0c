import { apiQuery } from '@/api/query-client';
import { zone } from './period';

/** The person's statistics for a range of days. */
export const listeningQuery = ({ from, to }: { from: string; to: string }) => apiQuery(['/api/listening', { from, to, tz: zone() }]);

/** The years with plays, latest first. */
export const yearsQuery = () => apiQuery(['/api/listening/years', { tz: zone() }]);
