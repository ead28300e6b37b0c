import { queryOptions } from '@tanstack/react-query';
import type { Genre } from '@/api/types';

export const genresQuery = queryOptions<Genre[]>({ queryKey: ['/api/genres'] });
