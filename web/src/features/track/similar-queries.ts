import { queryOptions } from '@tanstack/react-query';
import type { Track } from '@/api/types';

export const similarQuery = (id: string) => queryOptions<Track[]>({ queryKey: ['/api/tracks', id, 'similar', { limit: 10 }] });
