import { queryOptions } from '@tanstack/react-query';
import type { AlbumDetail } from '@/api/types';

export const albumQuery = (id: string) => queryOptions<AlbumDetail>({ queryKey: ['/api/albums', id] });
