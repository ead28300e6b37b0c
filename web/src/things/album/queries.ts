import { apiQuery } from '@/api/query-client';

export const albumQuery = (id: string) => apiQuery(['/api/albums', id]);
