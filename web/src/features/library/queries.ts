import { queryOptions } from '@tanstack/react-query';
import type { Folder, Genre, Year } from '@/api/types';

export const genresQuery = queryOptions<Genre[]>({ queryKey: ['/api/genres'] });
export const yearsQuery = queryOptions<Year[]>({ queryKey: ['/api/years'] });
/** The top folder has no ID. */
export const folderQuery = (id?: string) => queryOptions<Folder>({ queryKey: id ? ['/api/folders', id] : ['/api/folders'] });
