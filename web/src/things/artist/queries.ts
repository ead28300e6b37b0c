import { apiQuery } from '@/api/query-client';

export const artistQuery = (id: string) => apiQuery(['/api/artists', id]);
