import { apiQuery } from '@/api/query-client';

export const similarQuery = (id: string) => apiQuery(['/api/tracks', id, 'similar', { limit: 10 }]);
