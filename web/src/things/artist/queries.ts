import { queryOptions } from '@tanstack/react-query';
import type { ArtistDetail } from '@/api/types';

export const artistQuery = (id: string) => queryOptions<ArtistDetail>({ queryKey: ['/api/artists', id] });
