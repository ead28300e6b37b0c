import { apiQuery, wholeList } from '@/api/query-client';

export const genresQuery = wholeList(['/api/genres']);
export const yearsQuery = apiQuery(['/api/years']);
/** The top folder has no ID. */
export const folderQuery = (id?: string) => apiQuery(id ? ['/api/folders', id] : ['/api/folders']);
