import { newestTracksQuery } from '@/api/queries';
import { apiQuery } from '@/api/query-client';

const SHOWN = 6;

export const landingTracksQuery = newestTracksQuery(SHOWN);
export const landingStationsQuery = apiQuery(['/api/radios', { sort: 'popular', limit: SHOWN }]);
